import { encode } from 'uqr';
import { BilevelPng } from './png.ts';

const BORDER_MODULES = 4;
const PIXELS_A_MODULE = 4;
/** Any of the eight masks is valid; searching for the best costs ten times the encoding. */
const options = { ecc: 'M', border: 0, maskPattern: 0, boostEcc: false } as const;

/**
 * A QR code without border, four modules a nibble: row by row from the highest bits of the first word on, each row
 * filled up to whole nibbles; 1 is dark.
 */
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
  readonly #template: string;
  /** By character code: its place in the alphabet, or -1. */
  readonly #indexes = new Int8Array(128).fill(-1);
  readonly #alphabet: string;
  readonly #base: Modules;
  readonly #png: BilevelPng;
  /** Where each code is put together; nothing of it outlives a call. */
  readonly #sum: Modules;
  /** What each character of the alphabet changes at each place, in one piece since every call reads across all of it. */
  readonly #changes: Int32Array;
  /** How many places `#changes` knows by now. */
  #known = 0;

  /**
   * @param prefix the constant beginning of every address
   * @param template something that may follow it; a character that stands in its place costs nothing
   * @param alphabet the characters that may follow
   */
  constructor(prefix: string, template: string, alphabet: string) {
    this.#prefix = prefix;
    this.#template = template;
    this.#alphabet = alphabet;
    for (let index = 0; index < alphabet.length; index++) this.#indexes[alphabet.charCodeAt(index)] = index;
    this.#base = modulesOf(prefix + template);
    this.#png = pngOf(this.#base.size);
    this.#sum = { ...this.#base, words: this.#base.words.slice() };
    this.#changes = new Int32Array(template.length * alphabet.length * this.#base.words.length);
  }

  /** The QR of `prefix + suffix` as `data:image/png;base64,…`; a suffix that the tables don't know is encoded whole. */
  dataUri(suffix: string): string {
    const places = this.#template.length;
    // One place a call, so that no call has to wait for all of them.
    if (this.#known < places) this.#learn(this.#known++);
    if (this.#known < places || suffix.length !== places) return this.#encoded(suffix);
    const { words } = this.#sum;
    const changes = this.#changes;
    const width = words.length;
    words.set(this.#base.words);
    for (let place = 0; place < places; place++) {
      const code = suffix.charCodeAt(place);
      if (code === this.#template.charCodeAt(place)) continue;
      const index = this.#indexes[code] ?? -1;
      if (index < 0) return this.#encoded(suffix);
      const start = (place * this.#alphabet.length + index) * width;
      for (let i = 0; i < width; i++) (words[i] as number) ^= changes[start + i] as number;
    }
    return dataUri(this.#sum, this.#png);
  }

  #encoded(suffix: string): string {
    const modules = modulesOf(this.#prefix + suffix);
    return dataUri(modules, modules.size === this.#base.size ? this.#png : pngOf(modules.size));
  }

  /** Works out what each character changes at one place: the sum of what its bits change. */
  #learn(place: number): void {
    const template = this.#template;
    const width = this.#base.words.length;
    const usual = template.charCodeAt(place);
    const differs = [...this.#alphabet].map((character) => character.charCodeAt(0) ^ usual);
    for (let bit = 0; bit < 7; bit++) {
      if (!differs.some((bits) => bits & (1 << bit))) continue;
      const flipped = String.fromCharCode(usual ^ (1 << bit));
      const { words } = modulesOf(
        this.#prefix + template.slice(0, place) + flipped + template.slice(place + 1),
      );
      differs.forEach((bits, index) => {
        if (!(bits & (1 << bit))) return;
        const start = (place * differs.length + index) * width;
        for (let i = 0; i < width; i++) {
          (this.#changes[start + i] as number) ^= (words[i] as number) ^ (this.#base.words[i] as number);
        }
      });
    }
  }
}

function nibblesOfRow(size: number): number {
  return Math.ceil(size / 4);
}

function modulesOf(text: string): Modules {
  const { data, size } = encode(text, options);
  const words = new Int32Array(Math.ceil((size * nibblesOfRow(size)) / 8));
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      const bit = 4 * y * nibblesOfRow(size) + x;
      if (dark) (words[bit >> 5] as number) |= 1 << (31 - (bit & 31));
    });
  });
  return { size, words };
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
  const rowNibbles = nibblesOfRow(size);
  const rows = new Uint8Array((size + 2 * BORDER_MODULES) * rowBytes).fill(WHITE);
  let nibble = 0;
  for (let row = 0; row < size; row++) {
    let at = (row + BORDER_MODULES) * rowBytes + (BORDER_MODULES * PIXELS_A_MODULE) / 8;
    for (const end = nibble + rowNibbles; nibble < end; nibble++) {
      const modules = ((words[nibble >> 3] as number) >>> (28 - 4 * (nibble & 7))) & 0xf;
      const pixels = pixelsOfModules[modules] as number;
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
