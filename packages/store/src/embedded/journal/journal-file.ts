import { checkedLine, hasValidChecksum } from '../checked-line.ts';
import { DamagedFileError, STORE_FORMAT, UnknownFormatError } from '../files/damaged-file.ts';
import type { OpenFile } from '../files/files.ts';
import { readPieces } from '../files/pieces.ts';
import type { JournalGroup } from './group-line.ts';

export function headLine(first: number): Buffer {
  return checkedLine(`{"journal":${STORE_FORMAT},"first":${first}`);
}

export interface ReadJournal {
  readonly headBytes: number;
  readonly first: number;
  readonly last: number;
  readonly end: number;
  /** It is true when an interrupted write follows `end`. */
  readonly torn: boolean;
}

const LINE_END = 10;

/**
 * Checks a whole journal. An incomplete line is a write that the process or machine did not finish. Nothing
 * after it counts; if a later line says that its group was flushed (safe), the file is damaged.
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
      if (isUnfinished(tail, offset) && !wasSafe(tail, last + 1))
        return { headBytes, first, last, end: offset, torn: true };
      throw new DamagedFileError(path, offset);
    } else {
      if (parseNumbers(line).group !== last + 1) throw new DamagedFileError(path, offset);
      last++;
    }
  }
  if (headBytes === 0) throw new DamagedFileError(path, 0);
  return { headBytes, first, last, end: bytes, torn: false };
}

/** Yields a checked journal's groups from group `from` on, each with its end, one by one to save memory. */
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
 * Yields the lines of a file with their offsets; undefined for the first incomplete or changed line, which is
 * the last.
 */
async function* checkedLines(
  file: OpenFile,
  from: number,
  to: number,
): AsyncIterableIterator<readonly [at: number, line: Buffer | undefined]> {
  for await (const { at, bytes } of readPieces(file, from, to)) {
    for (let begin = 0; begin < bytes.length; ) {
      const line = lineAt(bytes, begin);
      yield [at + begin, line];
      if (!line) return;
      begin += line.length + 1;
    }
  }
}

const NUMBERS_BYTES = 100;

function parseNumbers(line: Buffer): Pick<JournalGroup, 'group' | 'safe'> {
  const head = line.toString('latin1', 0, NUMBERS_BYTES);
  const [, group, safeGroup] = /^\{"group":(\d+),"at":[^,]+,"safe":(\d+),/.exec(head) ?? [];
  return { group: Number(group), safe: Number(safeGroup) };
}

/** Returns the line at this place without its end, or undefined if it is incomplete or changed. */
function lineAt(bytes: Buffer, offset: number): Buffer | undefined {
  const end = bytes.indexOf(LINE_END, offset);
  const line = bytes.subarray(offset, Math.max(offset, end));
  return hasValidChecksum(line) ? line : undefined;
}

/**
 * Returns true when the file ends within its last line or in zeros, or when part of the line is zeros. A
 * power cut can leave pages unwritten; no JSON contains zeros.
 */
function isUnfinished(bytes: Buffer, offset: number): boolean {
  const next = bytes.indexOf(LINE_END);
  const end = next === -1 ? bytes.length : next;
  if (bytes.at(-1) === 0 || hasHole(bytes, offset, end)) return true;
  // If the checksum fits without the last byte, that byte is a changed newline: the line was not cut off.
  return next === -1 && !hasValidChecksum(bytes.subarray(0, end - 1));
}

/** The smallest unit that a disk writes. */
const SECTOR_BYTES = 512;

/**
 * Returns true when a sector within the first `length` bytes is all zeros, so it was never written. `from` is
 * their offset in the file.
 */
function hasHole(bytes: Buffer, from: number, length: number): boolean {
  for (let position = 0; position < length; ) {
    const end = Math.min(length, (Math.floor((from + position) / SECTOR_BYTES) + 1) * SECTOR_BYTES - from);
    if (bytes.subarray(position, end).every((byte) => byte === 0)) return true;
    position = end;
  }
  return false;
}

/** Returns true when a later line records that this group had been flushed (safe). */
function wasSafe(bytes: Buffer, group: number): boolean {
  for (let next = 0; next !== -1; next = bytes.indexOf(LINE_END, next + 1)) {
    const line = lineAt(bytes, next + 1);
    if (line && parseNumbers(line).safe >= group) return true;
  }
  return false;
}
