import { encode } from 'uqr';
import { OneBitPng } from './one-bit-png.ts';

/** Any of the eight masks is valid; searching for the best takes ten times as long as encoding. */
const options = { ecc: 'M', border: 0, maskPattern: 0, boostEcc: false } as const;

const CHANGES_PER_PASS = 8;

/**
 * Number of codes that the library encodes before the tables are filled. Filling the tables takes as long as
 * encoding 200 codes, so it isn't worth it for a process that creates few.
 */
export const CODES_BEFORE_TABLES = 100;

/**
 * Draws QR codes of URLs with a shared prefix and a suffix of fixed length, as PNG data URIs. With version,
 * mode and mask fixed, a QR code is an affine function of its data bits over GF(2). So the effect of each bit
 * is encoded once, and every code is the XOR of a few prepared pictures. The README explains more.
 */
export class PrefixQr {
  readonly #prefix: string;
  readonly #template: string;
  /** Maps a character code to its index in the alphabet, or -1. */
  readonly #indexes = new Int8Array(128).fill(-1);
  readonly #alphabet: string;
  readonly #png: OneBitPng;
  /** The template's picture. */
  readonly #base: BigUint64Array;
  /**
   * How each character at each position changes the template's picture. The last entry is a change without
   * effect.
   */
  readonly #changes: BigUint64Array;
  /** Offsets in `#changes` of the changes for the current suffix. */
  readonly #offsets: Int32Array;
  /** Number of codes created before the tables began to be filled. */
  #codeCount = 0;
  /** Number of positions whose changes are in `#changes`. */
  #filledPositions = 0;

  /**
   * @param prefix the constant beginning of every URL
   * @param template an example suffix; characters that a suffix shares with it need no work
   * @param alphabet the characters of the suffixes
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
    this.#offsets = new Int32Array(template.length + CHANGES_PER_PASS);
  }

  /**
   * Returns the QR code of `prefix + suffix` as `data:image/png;base64,…`. The library encodes a suffix with
   * another length than the template or a character outside the alphabet.
   */
  dataUri(suffix: string): string {
    const positions = this.#template.length;
    // Fills the table of one position per call, so that no call waits for all tables.
    if (this.#filledPositions < positions && ++this.#codeCount > CODES_BEFORE_TABLES)
      this.#fillPosition(this.#filledPositions++);
    if (this.#filledPositions < positions || suffix.length !== positions) return this.#encode(suffix);
    const count = this.#findChanges(suffix);
    if (count < 0) return this.#encode(suffix);
    this.#png.words.set(this.#base);
    for (let first = 0; first < count; first += CHANGES_PER_PASS) this.#applyChanges(first);
    return this.#png.dataUri();
  }

  /**
   * Writes the offsets of the suffix's changes to `#offsets`, and completes the last pass with changes
   * without effect.
   *
   * @returns the number of offsets, or -1 if a character isn't in the alphabet
   */
  #findChanges(suffix: string): number {
    const offsets = this.#offsets;
    const width = this.#base.length;
    let count = 0;
    for (let position = 0; position < suffix.length; position++) {
      const code = suffix.charCodeAt(position);
      if (code === this.#template.charCodeAt(position)) continue;
      const index = this.#indexes[code] ?? -1;
      if (index < 0) return -1;
      offsets[count++] = (position * this.#alphabet.length + index) * width;
    }
    while (count % CHANGES_PER_PASS > 0) offsets[count++] = this.#changes.length - width;
    return count;
  }

  /** Applies eight changes in one pass, which takes less than half as long as a pass for each change. */
  #applyChanges(first: number): void {
    const { words } = this.#png;
    const changes = this.#changes;
    const offsets = this.#offsets;
    const a = offsets[first] ?? 0;
    const b = offsets[first + 1] ?? 0;
    const c = offsets[first + 2] ?? 0;
    const d = offsets[first + 3] ?? 0;
    const e = offsets[first + 4] ?? 0;
    const f = offsets[first + 5] ?? 0;
    const g = offsets[first + 6] ?? 0;
    const h = offsets[first + 7] ?? 0;
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

  #encode(suffix: string): string {
    const { data, size } = encode(this.#prefix + suffix, options);
    const png = size === this.#png.size ? this.#png : new OneBitPng(size);
    png.draw(data);
    return png.dataUri();
  }

  /** Calculates the change for each character at a position: the XOR of the changes for its bits. */
  #fillPosition(position: number): void {
    const template = this.#template;
    const { words } = this.#png;
    const templateCode = template.charCodeAt(position);
    const differingBits = [...this.#alphabet].map((character) => character.charCodeAt(0) ^ templateCode);
    for (let bit = 0; bit < 7; bit++) {
      if (!differingBits.some((bits) => bits & (1 << bit))) continue;
      const flipped = String.fromCharCode(templateCode ^ (1 << bit));
      const text = this.#prefix + template.slice(0, position) + flipped + template.slice(position + 1);
      this.#png.draw(encode(text, options).data);
      differingBits.forEach((bits, index) => {
        if (!(bits & (1 << bit))) return;
        const start = (position * differingBits.length + index) * words.length;
        for (let i = 0; i < words.length; i++) {
          this.#changes[start + i] =
            (this.#changes[start + i] ?? 0n) ^ (words[i] ?? 0n) ^ (this.#base[i] ?? 0n);
        }
      });
    }
  }
}
