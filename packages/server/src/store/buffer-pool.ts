/** Large enough to be written to a file in one go, small enough that a little is kept in little. */
export const POOLED_BYTES = 256 * 1024;
const MOST_FREE = 16;

/**
 * Buffers of one size that are used again. Those that live long enough to be old when they are let go of are freed only by a
 * collection of the whole heap, and bring the next one forward: with a large store that costs more than what goes through them.
 */
export class BufferPool {
  readonly #free: Buffer[] = [];

  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(POOLED_BYTES);
  }

  /** Takes back what `take` gave; nobody may look at it any more. */
  give(buffer: Buffer): void {
    if (this.#free.length < MOST_FREE) this.#free.push(buffer);
  }
}

/** Room for one piece at a time, the same room for each. */
export class Scratch {
  #room: Buffer | null = null;

  /** What it gave before is overwritten. */
  readonly take = (bytes: number): Buffer => {
    if (bytes > POOLED_BYTES) return Buffer.allocUnsafeSlow(bytes);
    this.#room ??= Buffer.allocUnsafeSlow(POOLED_BYTES);
    return this.#room.subarray(0, bytes);
  };
}
