import { type BufferPool, POOLED_BYTES } from './buffer-pool.ts';

/** Neighbouring bytes, of which `length` are there by now. */
interface Stretch {
  readonly from: number;
  readonly bytes: Buffer;
  length: number;
}

/** The newest bytes of something that grows at its end, such as a file, by their offsets in it. */
export class ByteTail {
  readonly #pool: BufferPool;
  readonly #stretches: Stretch[] = [];
  #held = 0;
  /** Where the next byte will stand. */
  #end: number;

  constructor(pool: BufferPool, end: number) {
    this.#pool = pool;
    this.#end = end;
  }

  get end(): number {
    return this.#end;
  }

  /** Adds a copy of these bytes, which stay together. */
  add(bytes: Uint8Array): void {
    const last = this.#stretches.at(-1);
    const stretch =
      last && last.length + bytes.length <= last.bytes.length ? last : this.#begin(bytes.length);
    stretch.bytes.set(bytes, stretch.length);
    stretch.length += bytes.length;
    this.#end += bytes.length;
    this.#held += bytes.length;
  }

  /** All bytes from `from` on, which has to be held. */
  since(from: number): Buffer[] {
    const later = this.#stretches.filter((stretch) => stretch.from + stretch.length > from);
    return later.map((stretch) => stretch.bytes.subarray(Math.max(0, from - stretch.from), stretch.length));
  }

  /** The text of bytes that were added together; undefined when they are not held. */
  text(from: number, length: number): string | undefined {
    if (from < this.#end - this.#held) return undefined;
    const stretch = this.#stretches.findLast((begun) => begun.from <= from);
    const start = from - (stretch?.from ?? 0);
    return stretch && start + length <= stretch.length
      ? stretch.bytes.toString('utf8', start, start + length)
      : undefined;
  }

  /** Lets go of the oldest bytes until at most `budget` are held; of nothing at or after `before`. */
  shrink(budget: number, before: number): void {
    let first = this.#stretches[0];
    while (first && this.#held > budget && first.from + first.length <= before) {
      this.#stretches.shift();
      this.#held -= first.length;
      if (first.bytes.length === POOLED_BYTES) this.#pool.give(first.bytes);
      first = this.#stretches[0];
    }
  }

  #begin(length: number): Stretch {
    const bytes = length > POOLED_BYTES ? Buffer.allocUnsafeSlow(length) : this.#pool.take();
    const stretch = { from: this.#end, bytes, length: 0 };
    this.#stretches.push(stretch);
    return stretch;
  }
}
