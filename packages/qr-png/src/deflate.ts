/** Two adjacent modules of a QR code, as eight pixels. The left module is in the high bits; white is 1. */
export type ModulePair = 0x00 | 0x0f | 0xf0 | 0xff;

export const modulePairs: readonly ModulePair[] = [0x00, 0x0f, 0xf0, 0xff];

/**
 * Writes the scanlines of a QR code as a DEFLATE block with dynamic Huffman codes (RFC 1951, section 3.2.7).
 *
 * The four `modulePairs` get the codes 000, 001, 010 and 011: a 0, and then one bit for each module. So
 * changing a bit of the compressed data changes one module.
 */
export class ModuleBlock {
  readonly #bytes: number[] = [];
  #bits = 0;
  readonly #distance: number;
  readonly #distanceCodes: readonly HuffmanCode[];

  /** @param distance the distance of every match, in bytes */
  constructor(distance: number) {
    this.#distance = distance;
    const distanceWidths = widthsOfDistance(distance);
    this.#distanceCodes = codesOf(distanceWidths);
    this.#put(1, 1); // BFINAL
    this.#put(0b10, 2); // BTYPE
    this.#putCodeWidths(distanceWidths);
  }

  get bits(): number {
    return this.#bits;
  }

  literals(bytes: readonly ModulePair[]): void {
    for (const byte of bytes) this.#putCode(literalCodes[byte]);
  }

  /** Writes matches that repeat `length` bytes. `length` must be at least MIN_MATCH. */
  repeat(length: number): void {
    for (let left = length; left > 0; ) {
      // Leaves at least MIN_MATCH bytes for the next match.
      const match = left > MAX_MATCH ? Math.min(MAX_MATCH, left - MIN_MATCH) : left;
      this.#putInRange(match, lengthRanges, literalCodes, FIRST_LENGTH_SYMBOL);
      this.#putInRange(this.#distance, distanceRanges, this.#distanceCodes, 0);
      left -= match;
    }
  }

  /** Ends the block and returns it, padded to whole bytes. */
  end(): readonly number[] {
    this.#putCode(literalCodes[END_OF_BLOCK]);
    return this.#bytes;
  }

  #putCodeWidths(distanceWidths: readonly number[]): void {
    this.#put(literalWidths.length - 257, 5); // HLIT
    this.#put(distanceWidths.length - 1, 5); // HDIST
    this.#put(codeLengthOrder.length - 4, 4); // HCLEN
    for (const symbol of codeLengthOrder) this.#put(codeLengthWidths[symbol] ?? 0, 3);
    for (const { symbol, extra, extraBits } of runsOf([...literalWidths, ...distanceWidths])) {
      this.#putCode(codeLengthCodes[symbol]);
      this.#put(extra, extraBits);
    }
  }

  #putInRange(
    value: number,
    ranges: readonly Range[],
    codes: readonly HuffmanCode[],
    firstSymbol: number,
  ): void {
    const index = indexOfRange(value, ranges);
    const { base, extraBits } = ranges[index] ?? noRange;
    this.#putCode(codes[firstSymbol + index]);
    this.#put(value - base, extraBits);
  }

  /**
   * Writes the highest bit first. `#put` writes all other numbers lowest bit first (RFC 1951, section 3.1.1).
   */
  #putCode(code: HuffmanCode | undefined): void {
    if (code === undefined) throw new Error('The symbol has no code.');
    for (let bit = code.width - 1; bit >= 0; bit--) this.#put((code.value >> bit) & 1, 1);
  }

  #put(value: number, width: number): void {
    for (let bit = 0; bit < width; bit++, this.#bits++) {
      const byteIndex = this.#bits >> 3;
      this.#bytes[byteIndex] = (this.#bytes[byteIndex] ?? 0) | (((value >> bit) & 1) << (this.#bits & 7));
    }
  }
}

interface HuffmanCode {
  readonly value: number;
  readonly width: number;
}

function codesOf(widths: readonly number[]): readonly HuffmanCode[] {
  const codes: HuffmanCode[] = [];
  let value = 0;
  for (let width = 1; width <= 15; width++) {
    value <<= 1;
    widths.forEach((symbolWidth, symbol) => {
      if (symbolWidth === width) codes[symbol] = { value: value++, width };
    });
  }
  return codes;
}

/**
 * Lengths or distances that share a symbol: `base` plus the value of the extra bits (RFC 1951, section
 * 3.2.5).
 */
interface Range {
  readonly base: number;
  readonly extraBits: number;
}

const noRange: Range = { base: 0, extraBits: 0 };
const MIN_MATCH = 3;
const MAX_MATCH = 258;
const lengthRanges = [...rangesFrom(MIN_MATCH, 4, 28), { base: MAX_MATCH, extraBits: 0 }];
const distanceRanges = rangesFrom(1, 2, 30);

function rangesFrom(first: number, step: number, count: number): readonly Range[] {
  let base = first;
  return Array.from({ length: count }, (_, index) => {
    const range = { base, extraBits: Math.max(0, Math.floor(index / step) - 1) };
    base += 1 << range.extraBits;
    return range;
  });
}

function indexOfRange(value: number, ranges: readonly Range[]): number {
  return ranges.findLastIndex(({ base }) => base <= value);
}

const END_OF_BLOCK = 256;
const FIRST_LENGTH_SYMBOL = 257;

/**
 * Code widths of the literals, the end of the block and the lengths. The four literals use half of the code
 * space; the end of the block and the 29 lengths use the other half.
 */
const literalWidths: readonly number[] = [
  ...Array.from({ length: 256 }, (_, byte) => (modulePairs.some((pair) => pair === byte) ? 3 : 0)),
  ...[5, 5],
  ...Array<number>(28).fill(6),
];
const literalCodes = codesOf(literalWidths);

/**
 * Returns the code widths of the distance symbols. Only one symbol is used, but a Huffman code must be
 * complete, so the symbol before it also gets a code.
 */
function widthsOfDistance(distance: number): readonly number[] {
  const symbol = indexOfRange(distance, distanceRanges);
  return [...Array<number>(symbol - 1).fill(0), 1, 1];
}

/**
 * Order in which the widths of the code length code are written (RFC 1951). The last symbol (15) is omitted,
 * because its width is 0.
 */
const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1];
const codeLengthWidths = Array.from({ length: 19 }, (_, symbol) =>
  [0, 1, 3, 5, 6, 16, 17, 18].includes(symbol) ? 3 : 0,
);
const codeLengthCodes = codesOf(codeLengthWidths);

interface WidthRun {
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
}

/**
 * Encodes widths as symbols: 18 for a run of zeros, 16 for repetitions of the previous width, or the width
 * itself.
 */
function* runsOf(widths: readonly number[]): Generator<WidthRun> {
  for (let start = 0; start < widths.length; ) {
    const width = widths[start] ?? 0;
    const end = widths.findIndex((next, index) => index > start && next !== width);
    let left = (end < 0 ? widths.length : end) - start;
    start += left;
    const single = { symbol: width, extra: 0, extraBits: 0 };
    if (width > 0) {
      yield single;
      left--;
    }
    const { symbol, min, max, extraBits } = width > 0 ? repeatedWidth : repeatedZero;
    while (left >= min) {
      const run = Math.min(left, max);
      yield { symbol, extra: run - min, extraBits };
      left -= run;
    }
    for (; left > 0; left--) yield single;
  }
}

const repeatedWidth = { symbol: 16, min: 3, max: 6, extraBits: 2 };
const repeatedZero = { symbol: 18, min: 11, max: 138, extraBits: 7 };
