import type { Entry } from './entry.ts';
import type { Files, OpenFile } from './files.ts';
import { DamagedFileError, jsonFrame, readFrames } from './frames.ts';
import { RecordFrame } from './record-frame.ts';
import type { SegmentMark } from './segment-file.ts';

export const SNAPSHOT = 'snapshot.bin';

/** Texts that are put into one frame before other work gets its turn: about a millisecond. */
const SLICE_BYTES = 256 * 1024;

/** What a snapshot says beside the records. */
export interface SnapshotHeader {
  /** Journals from this one on are later than the snapshot. */
  readonly generation: number;
  /** What alarms, tags and accounts were worked out by. */
  readonly version: string;
  readonly lastSeq: number;
  /** Of every account the id of its next event, and of the first that was not cleared. */
  readonly accounts: readonly (readonly [id: string, nextEventId: number, visibleFrom: number])[];
  readonly segments: readonly SegmentMark[];
}

/**
 * Writes every entry, whole, in slices between which commits go on: an entry that changes meanwhile is written as it was
 * or as it is, and the journals from `generation` on make up the difference. Returns the bytes written; the file is
 * synced.
 */
export async function writeSnapshot(
  files: Files,
  path: string,
  header: SnapshotHeader,
  entries: Iterable<Entry>,
): Promise<number> {
  const file = await files.open(path, true);
  try {
    return await writeFrames(file, header, entries);
  } finally {
    await file.close();
  }
}

async function writeFrames(
  file: OpenFile,
  header: SnapshotHeader,
  entries: Iterable<Entry>,
): Promise<number> {
  let end = 0;
  const write = async (bytes: Buffer) => {
    await file.write([bytes], end);
    end += bytes.length;
  };
  await write(jsonFrame({ snapshot: 1, ...header }));
  let count = 0;
  let slice: RecordFrame | null = null;
  for (const entry of entries) {
    if (slice && (slice.kind !== entry.kind || slice.bytes >= SLICE_BYTES)) {
      await write(slice.encode());
      slice = null;
    }
    slice ??= new RecordFrame(entry.kind);
    slice.add(entry);
    count++;
  }
  if (slice) await write(slice.encode());
  await write(jsonFrame({ end: true, count }));
  await file.sync();
  return end;
}

/**
 * Takes a snapshot apart.
 * @throws DamagedFileError when it is not whole; it is written under another name first, so it never rightly is.
 */
export function readSnapshot(
  file: string,
  bytes: Buffer,
): { header: SnapshotHeader; payloads: readonly Buffer[] } {
  const { payloads, end, torn } = readFrames(file, bytes);
  if (torn) throw new DamagedFileError(file, end, 'it ends within a frame');
  const [first, last] = [payloads[0], payloads.at(-1)];
  const header = first && line(first);
  if (header?.snapshot !== 1) throw new DamagedFileError(file, 0, 'it does not begin like a snapshot');
  if (!last || line(last).end !== true)
    throw new DamagedFileError(file, end, 'it does not end like a snapshot');
  return {
    header: header as unknown as SnapshotHeader,
    payloads: payloads.slice(1, -1),
  };
}

function line(payload: Buffer): Record<string, unknown> {
  return JSON.parse(payload.toString('utf8', 0, payload.indexOf(10))) as Record<string, unknown>;
}
