import { encode } from 'uqr';
import { OneBitPng } from './one-bit-png.ts';

/** Any of the eight masks is valid; searching for the best takes ten times as long as encoding. */
const options = { ecc: 'M', border: 0, maskPattern: 0, boostEcc: false } as const;

const CHANGES_A_PASS = 8;

/** The tables are filled after this many codes, because that takes as long as encoding two hundred. */
export const CODES_BEFORE_TABLES = 100;

/**
 * Draws QR codes of URLs with a shared prefix and a suffix of fixed length, as PNG data URIs. With version,
 * mode and mask fixed, a QR code is an affine function of its data bits over GF(2). So each bit is encoded
 * once, and every code is the XOR of a few prepared pictures.
 */
export class PrefixQr {
  readonly #prefix: string;
  readonly #template: string;
  readonly #indexes = new Int8Array(128).fill(-1);
  readonly #alphabet: string;
  readonly #png: OneBitPng;
  readonly #base: BigUint64Array;
  /**
   * The change for each character at each position, then the empty change. One array, because every call
   * reads all of it.
   */
  readonly #changes: BigUint64Array;
  /** Offsets in `#changes` for the current code. */
  readonly #starts: Int32Array;
  #codes = 0;
  /** Number of positions in `#changes`. */
  #known = 0;

  /**
   * @param prefix the constant beginning of every URL
   * @param template an example suffix; characters that equal it cost nothing
   * @param alphabet the characters that may follow
   */
  constructor(prefix: string, template: string, alphabet: string) {
    this.#prefix = prefix;
    this.#template = template;
    this.#alphabet = alphabet;
    for (let index = 0; index < alphabet.length; index++) this.#indexes[alphabet.charCodeAt(index)] = index;
    const { data, size } = encode(prefix + template, options);
    this.#png = new OneBitPng(size);
    this.#png.draw(data);
    this.#base = this.#png.words.slice();
    this.#changes = new BigUint64Array((template.length * alphabet.length + 1) * this.#base.length);
    this.#starts = new Int32Array(template.length + CHANGES_A_PASS);
  }

  /**
   * Returns the QR code of `prefix + suffix` as `data:image/png;base64,…`; suffixes outside the tables are
   * encoded completely.
   */
  dataUri(suffix: string): string {
    const places = this.#template.length;
    // Prepares one position per call, so that no call waits for all of them.
    if (this.#known < places && ++this.#codes > CODES_BEFORE_TABLES) this.#learn(this.#known++);
    if (this.#known < places || suffix.length !== places) return this.#encoded(suffix);
    const count = this.#findChanges(suffix);
    if (count < 0) return this.#encoded(suffix);
    this.#png.words.set(this.#base);
    for (let first = 0; first < count; first += CHANGES_A_PASS) this.#applyChanges(first);
    return this.#png.dataUri();
  }

  /**
   * Fills `#starts` for a suffix as long as the template, up to whole passes.
   *
   * @returns their number, or -1 if a character isn't in the alphabet
   */
  #findChanges(suffix: string): number {
    const starts = this.#starts;
    const width = this.#base.length;
    let count = 0;
    for (let place = 0; place < suffix.length; place++) {
      const code = suffix.charCodeAt(place);
      if (code === this.#template.charCodeAt(place)) continue;
      const index = this.#indexes[code] ?? -1;
      if (index < 0) return -1;
      starts[count++] = (place * this.#alphabet.length + index) * width;
    }
    while (count % CHANGES_A_PASS > 0) starts[count++] = this.#changes.length - width;
    return count;
  }

  /** Combines eight changes per pass, which takes less than half as long as a pass for each change. */
  #applyChanges(first: number): void {
    const { words } = this.#png;
    const changes = this.#changes;
    const starts = this.#starts;
    const a = starts[first] ?? 0;
    const b = starts[first + 1] ?? 0;
    const c = starts[first + 2] ?? 0;
    const d = starts[first + 3] ?? 0;
    const e = starts[first + 4] ?? 0;
    const f = starts[first + 5] ?? 0;
    const g = starts[first + 6] ?? 0;
    const h = starts[first + 7] ?? 0;
    for (let i = 0; i < words.length; i++) {
      words[i] =
        (words[i] ?? 0n) ^
        (changes[a + i] ?? 0n) ^
        (changes[b + i] ?? 0n) ^
        (changes[c + i] ?? 0n) ^
        (changes[d + i] ?? 0n) ^
        (changes[e + i] ?? 0n) ^
        (changes[f + i] ?? 0n) ^
        (changes[g + i] ?? 0n) ^
        (changes[h + i] ?? 0n);
    }
  }

  #encoded(suffix: string): string {
    const { data, size } = encode(this.#prefix + suffix, options);
    const png = size === this.#png.size ? this.#png : new OneBitPng(size);
    png.draw(data);
    return png.dataUri();
  }

  /** Calculates the change of each character at one position: the sum of its bits' changes. */
  #learn(place: number): void {
    const template = this.#template;
    const { words } = this.#png;
    const usual = template.charCodeAt(place);
    const differs = [...this.#alphabet].map((character) => character.charCodeAt(0) ^ usual);
    for (let bit = 0; bit < 7; bit++) {
      if (!differs.some((bits) => bits & (1 << bit))) continue;
      const flipped = String.fromCharCode(usual ^ (1 << bit));
      const text = this.#prefix + template.slice(0, place) + flipped + template.slice(place + 1);
      this.#png.draw(encode(text, options).data);
      differs.forEach((bits, index) => {
        if (!(bits & (1 << bit))) return;
        const start = (place * differs.length + index) * words.length;
        for (let i = 0; i < words.length; i++) {
          this.#changes[start + i] =
            (this.#changes[start + i] ?? 0n) ^ (words[i] ?? 0n) ^ (this.#base[i] ?? 0n);
        }
      });
    }
  }
}
