import { checkedLine, isWhole } from '../checked-line.ts';
import { DamagedFileError } from '../files/damaged-file.ts';
import { FORM, UnknownFormError } from '../files/unknown-form.ts';
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
export function readJournal(path: string, bytes: Buffer): ReadJournal {
  const head = lineAt(bytes, 0);
  const { journal, first }: { journal?: unknown; first?: number } = head ? JSON.parse(head.toString()) : {};
  if (!head || journal === undefined) throw new DamagedFileError(path, 0, 'it does not begin like a journal');
  if (journal !== FORM || first === undefined) throw new UnknownFormError(path);
  const headBytes = head.length + 1;
  let last = first - 1;
  let at = headBytes;
  while (at < bytes.length) {
    const line = lineAt(bytes, at);
    if (!line) {
      if (isUnfinished(bytes, at) && !wasSafe(bytes, at, last + 1))
        return { headBytes, first, last, end: at, torn: true };
      throw new DamagedFileError(path, at, 'the line that begins there was changed');
    }
    if (numbersOf(line).group !== last + 1)
      throw new DamagedFileError(path, at, `group ${last + 1} is missing`);
    last++;
    at += line.length + 1;
  }
  return { headBytes, first, last, end: at, torn: false };
}

/** The groups of a journal that was checked, from this one on, and where each ends: parsed one by one, since all may be too much. */
export function* groupsFrom(
  bytes: Buffer,
  { headBytes, first, end }: ReadJournal,
  from: number,
): IterableIterator<readonly [group: Group, end: number]> {
  for (let [at, group] = [headBytes, first]; at < end; group++) {
    const next = bytes.indexOf(LINE_END, at) + 1;
    if (group >= from) yield [parse(bytes.subarray(at, next - 1)), next];
    at = next;
  }
}

function parse(line: Buffer): Group {
  return JSON.parse(line.toString('utf8'));
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
 * True when the file ends within the line that begins here, or in zeros, or when a piece of the line is zeros: after a
 * power cut a file can be longer than what was written to it, and pages of it can be missing. No JSON has a zero in it.
 */
function isUnfinished(bytes: Buffer, at: number): boolean {
  const next = bytes.indexOf(LINE_END, at);
  const end = next === -1 ? bytes.length : next;
  if (bytes.at(-1) === 0 || hasHole(bytes, at, end)) return true;
  // A line that is whole but for its last byte was not cut off there: that byte was changed.
  return next === -1 && !isWhole(bytes.subarray(at, end - 1));
}

/** The least that a disk writes, or does not. */
const SECTOR_BYTES = 512;

/** True when a sector, or what of one lies within these bounds, is all zeros: it was never written. */
function hasHole(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; ) {
    const end = Math.min(to, (Math.floor(at / SECTOR_BYTES) + 1) * SECTOR_BYTES);
    if (bytes.subarray(at, end).every((byte) => byte === 0)) return true;
    at = end;
  }
  return false;
}

/** True when a whole line behind `at` was written after the group that stands there had been safe already. */
function wasSafe(bytes: Buffer, at: number, group: number): boolean {
  for (let next = at; next !== -1; next = bytes.indexOf(LINE_END, next + 1)) {
    const line = lineAt(bytes, next + 1);
    if (line && numbersOf(line).safe >= group) return true;
  }
  return false;
}
