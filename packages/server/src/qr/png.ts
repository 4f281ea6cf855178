import { crc32 } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** A scanline that repeats the one above: the PNG filter "up" with differences of nothing. */
const FILTER_UP = 2;

/**
 * Writes PNGs of one size, of one bit a pixel (0 black, 1 white), whose pixel rows come in groups of equal ones.
 *
 * All of them have the same bytes but for the rows themselves and two checksums, so the file is prepared once and each
 * picture only fills it in. The compressed data (RFC 1951) is a stored block with the first scanline of a group, then a
 * block with one match that repeats the other scanlines from the group before: about a fifth of the plain size, at
 * a small part of what a compressor costs for so little data.
 */
export class BilevelPng {
  /** The latest picture; the next one is written over it. */
  readonly #file: Buffer;
  /** Where the pixels of each group's first scanline go. */
  readonly #rowOffsets: readonly number[] = [];
  readonly #rowBytes: number;
  readonly #scale: number;
  readonly #adlerOffset: number;
  readonly #dataOffset: number;

  /** @param width in pixels; the picture has `groups` × `scale` pixel rows, `scale` at least 2. */
  constructor(width: number, groups: number, scale: number) {
    this.#rowBytes = Math.ceil(width / 8);
    this.#scale = scale;
    const stride = 1 + this.#rowBytes;
    const header = [...uint32(width), ...uint32(groups * scale), 1, 0, 0, 0, 0];
    const bytes: number[] = [...SIGNATURE, ...chunk('IHDR', header)];
    this.#dataOffset = bytes.length + 8;
    const data: number[] = [0x78, 0x01];
    const offsets: number[] = [];
    const repeated = repeatBlock((scale - 1) * stride, scale * stride);
    const upRows = Array.from({ length: scale - 1 }, () => [
      FILTER_UP,
      ...Array(this.#rowBytes).fill(0),
    ]).flat();
    for (let group = 0; group < groups; group++) {
      // The first group has nothing before it to repeat, so it is stored whole.
      const length = group === 0 ? scale * stride : stride;
      if (group === 0) data.push(0);
      data.push(length & 255, length >> 8, ~length & 255, (~length >> 8) & 255);
      offsets.push(this.#dataOffset + data.length + 1);
      data.push(...Array(stride).fill(0), ...(group === 0 ? upRows : []));
      // Each repeating block ends with the header of the stored block that follows it; the last is followed by an empty one.
      if (group > 0) data.push(...repeated);
      else if (groups > 1) data.push(0);
    }
    data.push(0, 0, 255, 255, 1, 0, 0, 255, 255);
    this.#adlerOffset = this.#dataOffset + data.length;
    bytes.push(...chunk('IDAT', [...data, 0, 0, 0, 0]), ...chunk('IEND', []));
    this.#file = Buffer.from(bytes);
    this.#rowOffsets = offsets;
  }

  /** The PNG of these packed pixels, `groups` rows of ⌈width / 8⌉ bytes each, in base64. */
  base64(rows: Uint8Array): string {
    const png = this.#file;
    const rowBytes = this.#rowBytes;
    const repeats = this.#scale - 1;
    // Adler-32 (RFC 1950) of all scanlines on the way; they are few enough that the sums need no modulo before the end.
    let a = 1;
    let b = 0;
    let at = 0;
    for (const offset of this.#rowOffsets) {
      b += a; // the filter byte 0 of a group's first scanline
      for (let i = 0; i < rowBytes; i++) {
        const pixels = rows[at++] as number;
        png[offset + i] = pixels;
        a += pixels;
        b += a;
      }
      for (let repeat = 0; repeat < repeats; repeat++) {
        a += FILTER_UP;
        b += a * (1 + rowBytes);
      }
    }
    png.writeUInt32BE((((b % ADLER_BASE) << 16) | (a % ADLER_BASE)) >>> 0, this.#adlerOffset);
    const end = this.#adlerOffset + 4;
    png.writeUInt32BE(crc32(png.subarray(this.#dataOffset - 4, end)), end);
    return png.toString('base64');
  }
}

/** The largest prime below 2^16. */
const ADLER_BASE = 65521;

function uint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function chunk(type: string, data: readonly number[]): number[] {
  const body = [...Buffer.from(type, 'latin1'), ...data];
  return [...uint32(data.length), ...body, ...uint32(crc32(Uint8Array.from(body)))];
}

/** Base length and extra bits of the length codes from 257 on, and of the distance codes (RFC 1951, section 3.2.5). */
const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227,
];
const distanceBases = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
];
const extraOfLength = (code: number) => (code < 8 ? 0 : (code >> 2) - 1);
const extraOfDistance = (code: number) => (code < 4 ? 0 : (code >> 1) - 1);

/** A block of fixed codes that copies `length` bytes from `distance` back, and the header of a stored block after it. */
function repeatBlock(length: number, distance: number): number[] {
  let bits = 0n;
  let count = 0n;
  const put = (value: number, width: number) => {
    bits |= BigInt(value) << count;
    count += BigInt(width);
  };
  // Codes go in with their first bit lowest, unlike all other numbers.
  const putCode = (code: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) put((code >> bit) & 1, 1);
  };
  put(0b010, 3);
  const lengthCode = lengthBases.findLastIndex((base) => base <= length);
  if (lengthCode < 23) putCode(lengthCode + 1, 7);
  else putCode(0b11000000 + lengthCode - 23, 8);
  put(length - (lengthBases[lengthCode] as number), extraOfLength(lengthCode));
  const distanceCode = distanceBases.findLastIndex((base) => base <= distance);
  putCode(distanceCode, 5);
  put(distance - (distanceBases[distanceCode] as number), extraOfDistance(distanceCode));
  putCode(0, 7);
  put(0b000, 3);
  return Array.from({ length: Math.ceil(Number(count) / 8) }, (_, i) =>
    Number((bits >> BigInt(8 * i)) & 255n),
  );
}
