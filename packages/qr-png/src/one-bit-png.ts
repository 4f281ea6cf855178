import { crc32 } from 'node:zlib';
import { ModuleBlock } from './deflate.ts';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const BORDER_MODULES = 4;
/** Pixels per module in both directions; two modules are a byte. */
const SCALE = 4;
const WHITE = 0xff;
const BORDER_LINES = BORDER_MODULES * SCALE;
/** Beginning of every scanline: filter type 0 (none) and the left border. */
const LINE_START = [0, WHITE, WHITE] as const;
/** Number of bytes (two modules each) in an entry of `groupSums` and `weightedGroupSums`. */
const GROUP_BYTES = 3;
const GROUP_BITS = 3 * GROUP_BYTES;

/**
 * Draws QR codes of one size as one-bit PNGs. Every module is one bit of the compressed data (see
 * `ModuleBlock`), so drawing changes only these bits and two checksums. The XOR of two pictures is again a
 * valid picture. Each row of modules is stored as one scanline, and matches repeat the line.
 */
export class OneBitPng {
  readonly size: number;
  /**
   * The part of the file that contains modules. To combine pictures, XOR their words and call `dataUri`.
   * 64-bit words need half as many operations as 32-bit words.
   */
  readonly words: BigUint64Array;
  readonly #file: Buffer;
  readonly #view: DataView;
  /** The bytes that the CRC-32 of the chunk IDAT covers. */
  readonly #crcInput: Buffer;
  readonly #adlerOffset: number;
  readonly #lineBytes: number;
  /** The position of each row of modules in the file, in bits. */
  readonly #rowBits: readonly number[];

  constructor(size: number) {
    this.size = size;
    this.#lineBytes = lineBytesOf(size);
    const { data, rowBits } = compressedLines(size);
    const head = [...PNG_SIGNATURE, ...chunk('IHDR', headerOf(size))];
    const dataOffset = head.length + 8;
    this.#adlerOffset = dataOffset + data.length;
    const bytes = [...head, ...chunk('IDAT', [...data, 0, 0, 0, 0]), ...chunk('IEND', [])];
    const buffer = new ArrayBuffer(8 * Math.ceil(bytes.length / 8));
    this.#file = Buffer.from(buffer, 0, bytes.length);
    this.#file.set(bytes);
    this.#view = new DataView(buffer);
    this.#crcInput = this.#file.subarray(dataOffset - 4, this.#adlerOffset + 4);
    this.#rowBits = rowBits.map((bit) => 8 * dataOffset + bit);
    const first = (this.#rowBits[0] ?? 0) >> 6;
    const last = ((this.#rowBits[size - 1] ?? 0) + bitOfModule(size - 1)) >> 6;
    this.words = new BigUint64Array(buffer, 8 * first, last + 1 - first);
  }

  draw(modules: readonly (readonly boolean[])[]): void {
    const file = this.#file;
    for (let y = 0; y < this.size; y++) {
      const row = modules[y] ?? [];
      const rowBit = this.#rowBits[y] ?? 0;
      for (let x = 0; x < row.length; x++) {
        const bit = rowBit + bitOfModule(x);
        const mask = 1 << (bit & 7);
        const byte = file[bit >> 3] ?? 0;
        file[bit >> 3] = row[x] ? byte & ~mask : byte | mask;
      }
    }
  }

  dataUri(): string {
    const crcOffset = this.#adlerOffset + 4;
    this.#view.setUint32(this.#adlerOffset, this.#adler32());
    this.#view.setUint32(crcOffset, crc32(this.#crcInput));
    return `data:image/png;base64,${this.#file.toString('base64')}`;
  }

  /**
   * Returns the Adler-32 of all scanlines (RFC 1950, section 8.2): `a` sums all bytes, `b` all values of
   * `a`. One modulo at the end suffices, because both stay below 2^53.
   */
  #adler32(): number {
    const view = this.#view;
    const length = this.#lineBytes;
    const groups = groupsOf(this.size);
    const restBytes = length - LINE_START.length - groups * GROUP_BYTES;
    const whiteLineSum = WHITE * (length - 1);
    const weightedWhite = (whiteLineSum * length) / 2;
    let a = 1 + BORDER_LINES * whiteLineSum;
    let b = sumOfLines(BORDER_LINES, length, { before: 1, sum: whiteLineSum, weighted: weightedWhite });
    for (const rowBit of this.#rowBits) {
      let sum = 2 * WHITE;
      let weighted = 3 * WHITE;
      const end = rowBit + groups * GROUP_BITS;
      for (let bit = rowBit; bit < end; bit += GROUP_BITS) {
        const group = (view.getUint16(bit >> 3, true) >> (bit & 7)) & ((1 << GROUP_BITS) - 1);
        weighted += GROUP_BYTES * sum + (weightedGroupSums[group] ?? 0);
        sum += groupSums[group] ?? 0;
      }
      for (let i = 0; i < restBytes; i++) {
        sum += WHITE;
        weighted += sum;
      }
      b += sumOfLines(SCALE, length, { before: a, sum, weighted });
      a += SCALE * sum;
    }
    b += sumOfLines(BORDER_LINES, length, { before: a, sum: whiteLineSum, weighted: weightedWhite });
    a += BORDER_LINES * whiteLineSum;
    return (((b % ADLER_BASE) << 16) | (a % ADLER_BASE)) >>> 0;
  }
}

/** Returns the bit of a module in its row: two modules take three bits, of which the first is 0. */
function bitOfModule(x: number): number {
  return 3 * (x >> 1) + 1 + (x & 1);
}

/** The largest prime below 2^16. */
const ADLER_BASE = 65521;

interface Sums {
  /** The Adler-32 sum `a` before the lines. */
  readonly before: number;
  /** Sum of a line's bytes. */
  readonly sum: number;
  /** Sum of a line's bytes, each times its distance to the end of the line. */
  readonly weighted: number;
}

/** Returns the contribution of equal scanlines to the `b` of an Adler-32. */
function sumOfLines(count: number, length: number, { before, sum, weighted }: Sums): number {
  return count * (length * before + weighted) + ((count * (count - 1)) / 2) * length * sum;
}

/** For each possible group: the sum of its bytes. */
const groupSums = new Uint16Array(1 << GROUP_BITS);
/** For each possible group: the sum of its bytes, each times its distance to the end of the group. */
const weightedGroupSums = new Uint16Array(1 << GROUP_BITS);
for (let group = 0; group < groupSums.length; group++) {
  for (let i = 0; i < GROUP_BYTES; i++) {
    const bits = group >> (3 * i);
    const byte = (bits & 2 ? 0xf0 : 0) + (bits & 4 ? 0x0f : 0);
    groupSums[group] = (groupSums[group] ?? 0) + byte;
    weightedGroupSums[group] = (weightedGroupSums[group] ?? 0) + (GROUP_BYTES - i) * byte;
  }
}

function lineBytesOf(size: number): number {
  return 1 + Math.ceil(((size + 2 * BORDER_MODULES) * SCALE) / 8);
}

/**
 * Returns the number of groups in a row. QR sizes are odd, so the last module shares its byte with the
 * border. Up to two more bytes of the border complete the last group.
 */
function groupsOf(size: number): number {
  return Math.ceil(size / 2 / GROUP_BYTES);
}

/**
 * Returns a white picture as zlib data (RFC 1950) without checksum, and the position of each row in it, in
 * bits.
 */
function compressedLines(size: number): { data: number[]; rowBits: number[] } {
  const zlibHeader = [0x78, 0x01];
  const length = lineBytesOf(size);
  const groupBytes = groupsOf(size) * GROUP_BYTES;
  const rowBits: number[] = [];
  // All lines start equally, so the matches also cover the start of the next line.
  const block = new ModuleBlock(length);
  const start = LINE_START.length;
  block.literals(LINE_START);
  block.literals(white(length - start));
  block.repeat((BORDER_LINES - 1) * length + start);
  for (let y = 0; y < size; y++) {
    rowBits.push(8 * zlibHeader.length + block.bits);
    block.literals(white(groupBytes));
    block.repeat(SCALE * length - groupBytes);
  }
  block.literals(white(length - start));
  block.repeat((BORDER_LINES - 1) * length);
  return { data: [...zlibHeader, ...block.end()], rowBits };
}

function white(count: number): (typeof WHITE)[] {
  return Array<typeof WHITE>(count).fill(WHITE);
}

function headerOf(size: number): number[] {
  const side = uint32((size + 2 * BORDER_MODULES) * SCALE);
  return [...side, ...side, 1, 0, 0, 0, 0];
}

function chunk(type: string, data: readonly number[]): number[] {
  const body = [...Buffer.from(type, 'latin1'), ...data];
  return [...uint32(data.length), ...body, ...uint32(crc32(Uint8Array.from(body)))];
}

function uint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}
