import { encode } from 'uqr';
import { BilevelPng } from './png.ts';

const BORDER_MODULES = 4;
const PIXELS_A_MODULE = 4;
/** Any of the eight masks is valid; searching for the best costs ten times the encoding. */
const options = { ecc: 'M', border: 0, maskPattern: 0, boostEcc: false } as const;

/** A QR code without border: each row of modules as 32-bit words, the leftmost module in the highest bit; 1 is dark. */
interface Modules {
  readonly size: number;
  readonly words: Int32Array;
}

/**
 * Makes the QR codes of addresses that share a prefix and differ in a fixed number of characters after it, as PNG
 * data-URIs.
 *
 * With version, mode and mask fixed, a QR code is an affine function of its data bits over GF(2): the error correction
 * is linear and the mask a constant. So the library encodes once for each bit that can vary, and a code is then the
 * exclusive or of a few prepared patterns, several times faster than encoding it.
 */
export class PaymentQr {
  readonly #prefix: string;
  readonly #length: number;
  readonly #codes: readonly number[];
  readonly #base: Modules;
  readonly #png: BilevelPng;
  /** Where each code is put together; nothing of it outlives a call. */
  readonly #sum: Modules;
  /** `[place][character code]`: what changes when that character stands there instead of '0'. */
  readonly #changes: Int32Array[][] = [];

  /**
   * @param prefix the constant beginning of every address
   * @param length how many characters follow it
   * @param alphabet the characters that may follow
   */
  constructor(prefix: string, length: number, alphabet: string) {
    this.#prefix = prefix;
    this.#length = length;
    this.#codes = [...alphabet].map((character) => character.charCodeAt(0));
    this.#base = modulesOf(prefix + '0'.repeat(length));
    this.#png = pngOf(this.#base.size);
    this.#sum = { ...this.#base, words: this.#base.words.slice() };
  }

  /** The QR of `prefix + suffix` as `data:image/png;base64,…`; a suffix that the tables don't know is encoded whole. */
  dataUri(suffix: string): string {
    // One place a call, so that no call has to wait for all of them.
    if (this.#changes.length < this.#length) this.#changes.push(this.#changesAt(this.#changes.length));
    const { words } = this.#sum;
    words.set(this.#base.words);
    for (let place = 0; place < this.#length; place++) {
      const change = this.#changes[place]?.[suffix.charCodeAt(place)];
      if (!change || suffix.length !== this.#length) return this.#encoded(suffix);
      combine(words, change);
    }
    return dataUri(this.#sum, this.#png);
  }

  #encoded(suffix: string): string {
    const modules = modulesOf(this.#prefix + suffix);
    return dataUri(modules, modules.size === this.#base.size ? this.#png : pngOf(modules.size));
  }

  /** What each character changes at one place: the sum of what its bits change. */
  #changesAt(place: number): Int32Array[] {
    const origin = '0'.repeat(this.#length);
    const changeOfBit = Array.from({ length: 7 }, (_, bit) => {
      if (!this.#codes.some((code) => (code ^ ZERO) & (1 << bit))) return undefined;
      const flipped = String.fromCharCode(ZERO ^ (1 << bit));
      const { words } = modulesOf(this.#prefix + origin.slice(0, place) + flipped + origin.slice(place + 1));
      return combine(words, this.#base.words);
    });
    const changes: Int32Array[] = [];
    for (const code of this.#codes) {
      const change = new Int32Array(this.#base.words.length);
      changeOfBit.forEach((words, bit) => {
        if (words && (code ^ ZERO) & (1 << bit)) combine(change, words);
      });
      changes[code] = change;
    }
    return changes;
  }
}

const ZERO = 0x30;

function modulesOf(text: string): Modules {
  const { data, size } = encode(text, options);
  const rowWords = Math.ceil(size / 32);
  const words = new Int32Array(size * rowWords);
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) (words[y * rowWords + (x >> 5)] as number) |= 1 << (31 - (x & 31));
    });
  });
  return { size, words };
}

function combine(into: Int32Array, other: Int32Array): Int32Array {
  for (let i = 0; i < into.length; i++) (into[i] as number) ^= other[i] as number;
  return into;
}

/** Four modules as sixteen pixels: dark modules black, and in a PNG of one bit black is 0. */
const pixelsOfModules = Array.from({ length: 16 }, (_, nibble) => {
  let pixels = 0xffff;
  for (let bit = 0; bit < 4; bit++) if (nibble & (1 << bit)) pixels &= ~(0xf << (bit * PIXELS_A_MODULE));
  return pixels;
});

const WHITE = 0xff;

/** The rows of modules as packed pixels, border included. */
function pixelRows({ size, words }: Modules): Uint8Array {
  const rowBytes = Math.ceil(((size + 2 * BORDER_MODULES) * PIXELS_A_MODULE) / 8);
  const rowWords = words.length / size;
  const rows = new Uint8Array((size + 2 * BORDER_MODULES) * rowBytes).fill(WHITE);
  for (let row = 0; row < size; row++) {
    let at = (row + BORDER_MODULES) * rowBytes + (BORDER_MODULES * PIXELS_A_MODULE) / 8;
    for (let x = 0; x < size; x += 4) {
      const nibble = ((words[row * rowWords + (x >> 5)] as number) >>> (28 - (x & 31))) & 0xf;
      const pixels = pixelsOfModules[nibble] as number;
      rows[at++] = pixels >> 8;
      rows[at++] = pixels & 0xff;
    }
  }
  return rows;
}

function pngOf(size: number): BilevelPng {
  const side = size + 2 * BORDER_MODULES;
  return new BilevelPng(side * PIXELS_A_MODULE, side, PIXELS_A_MODULE);
}

function dataUri(modules: Modules, png: BilevelPng): string {
  return `data:image/png;base64,${png.base64(pixelRows(modules))}`;
}
