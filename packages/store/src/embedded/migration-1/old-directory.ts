import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Kind, Records } from '@svc-simulator/core';
import { DamagedFileError } from '../files/damaged-file.ts';
import type { Files } from '../files/files.ts';
import { TRACE } from '../trace/trace-files.ts';
import { readFrames } from './frames.ts';

const SNAPSHOT = 'snapshot.bin';
const JOURNAL = /^journal-(\d+)\.bin$/;

/** Whether a directory holds a file of the old store. */
export function isOld(name: string): boolean {
  return name === SNAPSHOT || JOURNAL.test(name);
}

/** How far the files of a day are good, and the checksums of their blocks. */
type Mark = readonly [
  day: number,
  bytes: number,
  rowBytes: number,
  sums?: readonly number[],
  rowSums?: readonly number[],
];

interface Header {
  readonly snapshot: 1;
  readonly generation: number;
  readonly lastSeq: number;
  readonly accounts: readonly (readonly [id: string, nextEventId: number, visibleFrom: number])[];
  readonly segments: readonly Mark[];
}

export type EventOperation = readonly [
  'e',
  account: string,
  id: number,
  type: string,
  atMs: number,
  session: string | null,
  length: number,
];

/** As the journals have them; the texts of what `p` puts and `e` tells stand behind them. */
type Operation =
  | readonly ['p', Kind, string, number, number]
  | readonly ['d', Kind, string]
  | readonly ['c', string, readonly Kind[]]
  | readonly ['t', string]
  | EventOperation;

export interface OldRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly seq: number;
  readonly value: Records[Kind];
}

/** A group of commits. */
export interface OldGroup {
  readonly at: number;
  readonly ops: readonly Operation[];
  /** The text of each put's value, then of each event. */
  readonly texts: readonly string[];
}

interface OldFiles {
  readonly files: Files;
  readonly directory: string;
}

interface OldSnapshot {
  readonly header: Header;
  readonly records: readonly Buffer[];
}

/** What a directory of the store of version 0.1 holds: its snapshot, and the journals that came later. */
export class OldDirectory {
  readonly header: Header;
  readonly #files: Files;
  readonly #directory: string;
  readonly #records: readonly Buffer[];
  readonly #frames: readonly Buffer[];

  private constructor(
    { files, directory }: OldFiles,
    { header, records }: OldSnapshot,
    frames: readonly Buffer[],
  ) {
    this.#files = files;
    this.#directory = directory;
    this.header = header;
    this.#records = records;
    this.#frames = frames;
  }

  /** @throws DamagedFileError when something is missing, or is not what was written */
  static async read(files: Files, directory: string): Promise<OldDirectory> {
    const path = join(directory, SNAPSHOT);
    const bytes = await files.read(path);
    const { header, records } = bytes ? readSnapshot(path, bytes) : { header: empty, records: [] };
    const frames: Buffer[] = [];
    let torn: string | null = null;
    const numbers = (await files.names(directory)).map((name) => Number(JOURNAL.exec(name)?.[1] ?? 0));
    for (let number = header.generation; number <= Math.max(header.generation, ...numbers); number++) {
      const file = join(directory, `journal-${number}.bin`);
      const journal = readJournal(file, number, await files.read(file));
      // A write that was cut off is the last one of the store: nothing can have been committed after it.
      if (torn !== null && journal.frames.length > 0)
        throw new DamagedFileError(torn, 0, `it ends within a frame, but ${file} goes on after it`);
      if (journal.torn) torn = file;
      frames.push(...journal.frames);
    }
    return new OldDirectory({ files, directory }, { header, records }, frames);
  }

  *records(): IterableIterator<OldRecord> {
    for (const payload of this.#records) {
      const { line, rest } = apart(payload);
      const { kind, ids, seqs }: { kind: Kind; ids: string[]; seqs: number[] } = JSON.parse(line);
      const texts = rest.toString('utf8').split('\n');
      for (const [at, id] of ids.entries())
        yield { kind, id, seq: seqs[at] ?? 0, value: JSON.parse(texts[at] ?? '') };
    }
  }

  /** The events of a day that the snapshot counts, each with its text. */
  async *events(mark: Mark): AsyncIterableIterator<readonly [EventOperation, text: string]> {
    const [day, bytes, rowBytes, sums, rowSums] = mark;
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
    const lines = await this.#traceFile(`${date}.jsonl`, bytes, sums);
    const rows = await this.#traceFile(`${date}.rows`, rowBytes, rowSums);
    let at = 0;
    for (const row of rows.toString('utf8').split('\n').slice(0, -1)) {
      const event: EventOperation = JSON.parse(row);
      yield [event, lines.toString('utf8', at, at + event[6])];
      at += event[6] + 1;
    }
  }

  /** What was committed after the snapshot. */
  *groups(): IterableIterator<OldGroup> {
    for (const payload of this.#frames) {
      const { line, rest } = apart(payload);
      const head: Pick<OldGroup, 'at' | 'ops'> = JSON.parse(line);
      yield { at: head.at, ops: head.ops, texts: rest.toString('utf8').split('\n') };
    }
  }

  async #traceFile(name: string, length: number, sums: readonly number[] = []): Promise<Buffer> {
    const path = join(this.#directory, TRACE, name);
    const bytes = (await this.#files.read(path))?.subarray(0, length) ?? Buffer.alloc(0);
    if (bytes.length < length)
      throw new DamagedFileError(
        path,
        bytes.length,
        `it ends here, but the snapshot counts ${length} bytes of it`,
      );
    for (const [block, sum] of sums.entries()) {
      const from = block * BLOCK_BYTES;
      if (crc32(bytes.subarray(from, from + BLOCK_BYTES)) !== sum)
        throw new DamagedFileError(path, from, 'something in the block that begins there was changed');
    }
    return bytes;
  }
}

const BLOCK_BYTES = 64 * 1024;
const empty: Header = { snapshot: 1, generation: 1, lastSeq: 0, accounts: [], segments: [] };

function readSnapshot(path: string, bytes: Buffer): { header: Header; records: readonly Buffer[] } {
  const { payloads, end, torn } = readFrames(path, bytes);
  const [first, last] = [payloads[0], payloads.at(-1)];
  const header: Header | undefined = first && JSON.parse(apart(first).line);
  if (torn || !last || JSON.parse(apart(last).line).end !== true || header?.snapshot !== 1)
    throw new DamagedFileError(path, end, 'it does not begin and end like a snapshot');
  return { header, records: payloads.slice(1, -1) };
}

function readJournal(
  path: string,
  number: number,
  bytes: Buffer | undefined,
): { readonly frames: readonly Buffer[]; readonly torn: boolean } {
  if (!bytes)
    throw new DamagedFileError(path, 0, 'it is missing, and what was stored after the snapshot with it');
  const { payloads, torn } = readFrames(path, bytes, (payload) => {
    const { safe } = JSON.parse(apart(payload).line);
    return typeof safe === 'number' ? safe : Number.POSITIVE_INFINITY;
  });
  const head = payloads[0] && JSON.parse(apart(payloads[0]).line);
  if (head?.journal !== 1 || head.generation !== number)
    throw new DamagedFileError(path, 0, `it does not begin like journal ${number}`);
  return { frames: payloads.slice(1), torn };
}

/** A frame's first line, which is JSON, and what stands behind it. */
function apart(payload: Buffer): { readonly line: string; readonly rest: Buffer } {
  const end = payload.indexOf(10);
  return { line: payload.toString('utf8', 0, end), rest: payload.subarray(end + 1) };
}
