import { checkedLine, hasValidChecksum } from '../checked-line.ts';
import { DamagedFileError, STORE_FORMAT, UnknownFormatError } from '../files/damaged-file.ts';
import type { OpenFile } from '../files/files.ts';
import { readPieces } from '../files/pieces.ts';
import type { JournalGroup } from './group-line.ts';

export function createHeadLine(first: number): Buffer {
  return checkedLine(`{"journal":${STORE_FORMAT},"first":${first}`);
}

export interface ReadJournal {
  readonly headBytes: number;
  readonly first: number;
  readonly last: number;
  readonly end: number;
  /** True if an interrupted write follows `end`. */
  readonly isTorn: boolean;
}

const LINE_END = 10;

/**
 * Checks a whole journal. An incomplete line is a write that the process or machine did not finish, and
 * nothing after it counts. If a later line says that the incomplete group was flushed (`safe`), the file is
 * damaged instead.
 * @throws DamagedFileError for every other broken line; UnknownFormatError.
 */
export async function readJournal(path: string, file: OpenFile, bytes: number): Promise<ReadJournal> {
  let headBytes = 0;
  let [first, last] = [1, 0];
  for await (const [offset, line] of checkedLines(file, 0, bytes)) {
    if (offset === 0) {
      const head: { journal?: unknown; first?: number } = line ? JSON.parse(line.toString()) : {};
      if (!line || head.journal === undefined) throw new DamagedFileError(path, 0);
      if (head.journal !== STORE_FORMAT || head.first === undefined) throw new UnknownFormatError(path);
      headBytes = line.length + 1;
      first = head.first;
      last = first - 1;
    } else if (!line) {
      const tail = await file.read(offset, bytes - offset);
      if (isUnfinished(tail, offset) && !wasFlushed(tail, last + 1))
        return { headBytes, first, last, end: offset, isTorn: true };
      throw new DamagedFileError(path, offset);
    } else {
      if (parseGroupHead(line).group !== last + 1) throw new DamagedFileError(path, offset);
      last++;
    }
  }
  if (headBytes === 0) throw new DamagedFileError(path, 0);
  return { headBytes, first, last, end: bytes, isTorn: false };
}

/**
 * Yields the groups of a checked journal from group `from` on, each with its end; one by one, to save memory.
 */
export async function* groupsFrom(
  file: OpenFile,
  { headBytes, first, end }: ReadJournal,
  from: number,
): AsyncIterableIterator<readonly [group: JournalGroup, end: number]> {
  let group = first;
  for await (const [offset, line] of checkedLines(file, headBytes, end)) {
    if (line && group >= from) yield [JSON.parse(line.toString('utf8')), offset + line.length + 1];
    group++;
  }
}

/**
 * Yields the lines of a file with their offsets. The first incomplete or changed line is undefined, and ends
 * the iteration.
 */
async function* checkedLines(
  file: OpenFile,
  from: number,
  to: number,
): AsyncIterableIterator<readonly [at: number, line: Buffer | undefined]> {
  for await (const { offset: at, bytes } of readPieces(file, from, to)) {
    for (let begin = 0; begin < bytes.length; ) {
      const line = lineAt(bytes, begin);
      yield [at + begin, line];
      if (!line) return;
      begin += line.length + 1;
    }
  }
}

const GROUP_HEAD_BYTES = 100;

function parseGroupHead(line: Buffer): Pick<JournalGroup, 'group' | 'safe'> {
  const head = line.toString('latin1', 0, GROUP_HEAD_BYTES);
  const [, group, safeGroup] = /^\{"group":(\d+),"at":[^,]+,"safe":(\d+),/.exec(head) ?? [];
  return { group: Number(group), safe: Number(safeGroup) };
}

/** Returns the line at this offset without its end; undefined if the line is incomplete or changed. */
function lineAt(bytes: Buffer, offset: number): Buffer | undefined {
  const end = bytes.indexOf(LINE_END, offset);
  const line = bytes.subarray(offset, Math.max(offset, end));
  return hasValidChecksum(line) ? line : undefined;
}

/**
 * Returns true if the file ends within its last line or in zeros, or if part of the line is zeros. A power
 * cut can leave pages unwritten, and JSON contains no zero bytes.
 */
function isUnfinished(bytes: Buffer, offset: number): boolean {
  const next = bytes.indexOf(LINE_END);
  const end = next === -1 ? bytes.length : next;
  if (bytes.at(-1) === 0 || hasHole(bytes, offset, end)) return true;
  // If the checksum fits without the last byte, that byte is a changed newline, and the line was not cut off.
  return next === -1 && !hasValidChecksum(bytes.subarray(0, end - 1));
}

/** The smallest unit that a disk writes. */
const SECTOR_BYTES = 512;

/**
 * Returns true if a sector within the first `length` bytes contains only zeros, because it was never written.
 * `from` is the offset of the bytes in the file.
 */
function hasHole(bytes: Buffer, from: number, length: number): boolean {
  for (let position = 0; position < length; ) {
    const end = Math.min(length, (Math.floor((from + position) / SECTOR_BYTES) + 1) * SECTOR_BYTES - from);
    if (bytes.subarray(position, end).every((byte) => byte === 0)) return true;
    position = end;
  }
  return false;
}

/** Returns true if a later line records that this group was flushed (`safe`). */
function wasFlushed(bytes: Buffer, group: number): boolean {
  for (let next = 0; next !== -1; next = bytes.indexOf(LINE_END, next + 1)) {
    const line = lineAt(bytes, next + 1);
    if (line && parseGroupHead(line).safe >= group) return true;
  }
  return false;
}
