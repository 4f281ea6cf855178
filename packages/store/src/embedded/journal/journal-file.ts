import { createCheckedLine, hasValidChecksum } from '../checked-line.ts';
import { DamagedFileError, STORE_FORMAT, UnknownFormatError } from '../files/damaged-file.ts';
import type { OpenFile } from '../files/files.ts';
import { readPieces } from '../files/pieces.ts';
import type { JournalGroup } from './group-line.ts';

export function createHeadLine(first: number): Buffer {
  return createCheckedLine(`{"journal":${STORE_FORMAT},"first":${first}`);
}

export interface CheckedJournal {
  readonly headBytes: number;
  readonly first: number;
  readonly last: number;
  /** Offset of the end of the last complete group. */
  readonly end: number;
  /** True if an interrupted write left bytes after `end`. */
  readonly isTorn: boolean;
}

const LINE_END = 10;

/**
 * Checks a whole journal. If a line is incomplete, the process or machine stopped during the write, so that
 * line and all lines after it are ignored. But if a later line shows that the incomplete group was synced
 * (`safe`), the file is damaged.
 * @throws DamagedFileError for every other broken line; UnknownFormatError
 */
export async function readJournal(path: string, file: OpenFile, bytes: number): Promise<CheckedJournal> {
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

/** Yields the groups of a checked journal, beginning with group `from`, each with the offset of its end. */
export async function* groupsFrom(
  file: OpenFile,
  { headBytes, first, end }: CheckedJournal,
  from: number,
): AsyncIterableIterator<readonly [group: JournalGroup, end: number]> {
  let group = first;
  for await (const [offset, line] of checkedLines(file, headBytes, end)) {
    if (line && group >= from) yield [JSON.parse(line.toString('utf8')), offset + line.length + 1];
    group++;
  }
}

/**
 * Yields the lines of a file with their offsets. At the first incomplete or changed line, yields undefined
 * for it and ends.
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
 * Returns true if a power cut can explain the broken line. Then the line has no end, or a part of it was
 * never written and contains only zeros.
 */
function isUnfinished(bytes: Buffer, offset: number): boolean {
  const next = bytes.indexOf(LINE_END);
  const end = next === -1 ? bytes.length : next;
  if (bytes.at(-1) === 0 || hasHole(bytes, offset, end)) return true;
  // If the checksum fits without the last byte, that byte is a damaged newline, and the line is complete.
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

/** Returns true if the `safe` field of a later line shows that this group was synced. */
function wasFlushed(bytes: Buffer, group: number): boolean {
  for (let next = 0; next !== -1; next = bytes.indexOf(LINE_END, next + 1)) {
    const line = lineAt(bytes, next + 1);
    if (line && parseGroupHead(line).safe >= group) return true;
  }
  return false;
}
