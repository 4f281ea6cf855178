import { checkedLine, isWhole } from '../checked-line.ts';
import { DamagedFileError, FORM, UnknownFormError } from '../files/damaged-file.ts';
import type { OpenFile } from '../files/files.ts';
import { piecesOf } from '../files/pieces.ts';
import type { Group } from './group-line.ts';

/** The first line of a journal says its form, and which group comes first in it. */
export function headLine(first: number): Buffer {
  return checkedLine(`{"journal":${FORM},"first":${first}`);
}

export interface ReadJournal {
  /** Bytes of its head. */
  readonly headBytes: number;
  readonly first: number;
  /** The last group in it; the one before `first` when there is none. */
  readonly last: number;
  /** Where the last whole line ends. */
  readonly end: number;
  /** True when a write that was cut off stands behind it. */
  readonly torn: boolean;
}

const LINE_END = 10;

/**
 * Checks a journal from end to end. A line that is not there in full is a write that the process, or the machine, did not live to end;
 * nothing behind it counts, and nothing behind it may say that it was on the disk already.
 * @throws DamagedFileError for everything else that is not a whole line; UnknownFormError.
 */
export async function readJournal(path: string, file: OpenFile, bytes: number): Promise<ReadJournal> {
  let headBytes = 0;
  let [first, last] = [1, 0];
  for await (const [at, line] of linesOf(file, 0, bytes)) {
    if (at === 0) {
      const head: { journal?: unknown; first?: number } = line ? JSON.parse(line.toString()) : {};
      if (!line || head.journal === undefined) throw new DamagedFileError(path, 0);
      if (head.journal !== FORM || head.first === undefined) throw new UnknownFormError(path);
      headBytes = line.length + 1;
      first = head.first;
      last = first - 1;
    } else if (!line) {
      const rest = await file.read(at, bytes - at);
      if (isUnfinished(rest, at) && !wasSafe(rest, last + 1))
        return { headBytes, first, last, end: at, torn: true };
      throw new DamagedFileError(path, at);
    } else {
      if (numbersOf(line).group !== last + 1) throw new DamagedFileError(path, at);
      last++;
    }
  }
  if (headBytes === 0) throw new DamagedFileError(path, 0);
  return { headBytes, first, last, end: bytes, torn: false };
}

/** The groups of a journal that was checked, from this one on, and where each ends: read and parsed one by one, since all may be too much. */
export async function* groupsFrom(
  file: OpenFile,
  { headBytes, first, end }: ReadJournal,
  from: number,
): AsyncIterableIterator<readonly [group: Group, end: number]> {
  let group = first;
  for await (const [at, line] of linesOf(file, headBytes, end)) {
    if (line && group >= from) yield [JSON.parse(line.toString('utf8')), at + line.length + 1];
    group++;
  }
}

/** The lines of a file, and where each begins; undefined in place of the first that is not there in full or not what was written, which ends it. */
async function* linesOf(
  file: OpenFile,
  from: number,
  to: number,
): AsyncIterableIterator<readonly [at: number, line: Buffer | undefined]> {
  for await (const { at, bytes } of piecesOf(file, from, to)) {
    for (let begin = 0; begin < bytes.length; ) {
      const line = lineAt(bytes, begin);
      yield [at + begin, line];
      if (!line) return;
      begin += line.length + 1;
    }
  }
}

/** More than the numbers at the head of a group take. */
const NUMBERS_BYTES = 100;

function numbersOf(line: Buffer): Pick<Group, 'group' | 'safe'> {
  const head = line.toString('latin1', 0, NUMBERS_BYTES);
  const [, group, safe] = /^\{"group":(\d+),"at":[^,]+,"safe":(\d+),/.exec(head) ?? [];
  return { group: Number(group), safe: Number(safe) };
}

/** The line that begins here, without its end, when it is there and is what was written. */
function lineAt(bytes: Buffer, at: number): Buffer | undefined {
  const end = bytes.indexOf(LINE_END, at);
  const line = bytes.subarray(at, Math.max(at, end));
  return isWhole(line) ? line : undefined;
}

/**
 * True when the file ends within the line that these bytes, its last ones, begin with, or in zeros, or when a piece of the line is zeros: after a
 * power cut a file can be longer than what was written to it, and pages of it can be missing. No JSON has a zero in it.
 */
function isUnfinished(bytes: Buffer, at: number): boolean {
  const next = bytes.indexOf(LINE_END);
  const end = next === -1 ? bytes.length : next;
  if (bytes.at(-1) === 0 || hasHole(bytes, at, end)) return true;
  // A line that is whole but for its last byte was not cut off there: that byte was changed.
  return next === -1 && !isWhole(bytes.subarray(0, end - 1));
}

/** The least that a disk writes, or does not. */
const SECTOR_BYTES = 512;

/** True when a sector, or what of one lies in the first so many bytes, is all zeros: it was never written. `from`: where they begin in the file. */
function hasHole(bytes: Buffer, from: number, length: number): boolean {
  for (let at = 0; at < length; ) {
    const end = Math.min(length, (Math.floor((from + at) / SECTOR_BYTES) + 1) * SECTOR_BYTES - from);
    if (bytes.subarray(at, end).every((byte) => byte === 0)) return true;
    at = end;
  }
  return false;
}

/** True when a whole line of these bytes was written after the group that stands at their beginning had been safe already. */
function wasSafe(bytes: Buffer, group: number): boolean {
  for (let next = 0; next !== -1; next = bytes.indexOf(LINE_END, next + 1)) {
    const line = lineAt(bytes, next + 1);
    if (line && numbersOf(line).safe >= group) return true;
  }
  return false;
}
