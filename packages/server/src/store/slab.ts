const SLAB_BYTES = 256 * 1024;

/**
 * Room for short pieces, one behind the other in a buffer that many of them share: one of its own for each costs more than
 * what is written into it. No place is given out twice, so a piece may be kept for as long as anybody likes.
 */
export class Slab {
  #slab = Buffer.alloc(0);
  #end = 0;

  readonly take = (bytes: number): Buffer => {
    // So that little of a slab is left over when the next piece finds no room in it.
    if (bytes > SLAB_BYTES / 8) return Buffer.allocUnsafeSlow(bytes);
    if (this.#end + bytes > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.#end = 0;
    }
    const from = this.#end;
    this.#end += bytes;
    return this.#slab.subarray(from, this.#end);
  };
}
