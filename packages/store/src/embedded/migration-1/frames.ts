import { crc32 } from 'node:zlib';
import { DamagedFileError } from '../files/damaged-file.ts';
import { hasHole } from '../journal/journal-file.ts';

/**
 * Snapshot and journals of version 0.1 are rows of frames: 16 bytes of header, then the payload. The header is `SIMf`, the payload's
 * length and CRC-32, and the CRC-32 of those 12 bytes, so that a changed length is told from a write that was cut off.
 */
const MAGIC = 0x53494d66;
const HEADER_BYTES = 16;
const MAGIC_BYTES = Buffer.from('SIMf');

interface Frames {
  readonly payloads: readonly Buffer[];
  /** Where the last whole frame ends. */
  readonly end: number;
  /** True when a write that was cut off stands behind it. */
  readonly torn: boolean;
}

/** Says of a frame's payload up to which byte its file was safe from a power cut when it was written. */
type SafeBefore = (payload: Buffer) => number;

/**
 * Takes a file apart. A frame that is not there in full is a write that the process, or the machine, did not live to
 * end; nothing behind it counts, and nothing behind it may say that it was on the disk already.
 * @throws DamagedFileError for everything else that is not a whole frame.
 */
export function readFrames(
  file: string,
  bytes: Buffer,
  safeBefore: SafeBefore = () => Number.POSITIVE_INFINITY,
): Frames {
  const payloads: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const found = frameAt(bytes, at);
    if (typeof found === 'string') {
      const next = nextFrame(bytes, at + 1);
      const end = next === -1 ? bytes.length : next;
      if (isUnfinished(bytes, at, end) && !wasSafe(bytes, at, next, safeBefore))
        return { payloads, end: at, torn: true };
      throw new DamagedFileError(
        file,
        at,
        next === -1 ? found : `${found}, and good data follows from byte ${next} on`,
      );
    }
    payloads.push(found);
    at += HEADER_BYTES + found.length;
  }
  return { payloads, end: at, torn: false };
}

/** The payload of the frame that starts here, or what is wrong with it. */
function frameAt(bytes: Buffer, at: number): Buffer | string {
  if (bytes.length - at < HEADER_BYTES) return 'there is no whole frame';
  if (bytes.readUInt32BE(at) !== MAGIC) return 'no frame begins here';
  if (bytes.readUInt32BE(at + 12) !== crc32(bytes.subarray(at, at + 12)))
    return 'the header of a frame was changed';
  const length = bytes.readUInt32BE(at + 4);
  if (at + HEADER_BYTES + length > bytes.length) return 'a frame is not there in full';
  const payload = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
  return bytes.readUInt32BE(at + 8) === crc32(payload) ? payload : 'the content of a frame was changed';
}

/**
 * True when the file ends within a frame that began well, or in zeros, or when a piece of what stands before `end` is
 * zeros: after a power cut a file can be longer than what was written to it, and pages of it can be missing. No frame has
 * so many zeros, nor one at its end.
 */
function isUnfinished(bytes: Buffer, at: number, end: number): boolean {
  const left = bytes.length - at;
  if ((end === bytes.length && bytes[end - 1] === 0) || hasHole(bytes, at, end)) return true;
  if (left < HEADER_BYTES)
    return bytes.subarray(at, at + 4).equals(MAGIC_BYTES.subarray(0, Math.min(left, 4)));
  const headerIsGood =
    bytes.readUInt32BE(at) === MAGIC && bytes.readUInt32BE(at + 12) === crc32(bytes.subarray(at, at + 12));
  return headerIsGood && at + HEADER_BYTES + bytes.readUInt32BE(at + 4) > bytes.length;
}

/** True when a whole frame from `next` on was written after what stands at `at` had been safe already. */
function wasSafe(bytes: Buffer, at: number, next: number, safeBefore: SafeBefore): boolean {
  for (let later = next; later !== -1; later = nextFrame(bytes, later + 1)) {
    const payload = frameAt(bytes, later);
    if (typeof payload !== 'string' && safeBefore(payload) > at) return true;
  }
  return false;
}

function nextFrame(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MAGIC_BYTES, from); at !== -1; at = bytes.indexOf(MAGIC_BYTES, at + 1)) {
    if (typeof frameAt(bytes, at) !== 'string') return at;
  }
  return -1;
}
