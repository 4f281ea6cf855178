import type { RandomSource } from '@svc-simulator/core';

/** A random source that repeats its ids, tokens and numbers for the same seed. Not for real secrets. */
export class SeededRandom implements RandomSource {
  #state: number;

  constructor(seed = 1) {
    this.#state = seed >>> 0;
  }

  reseed(seed: number): void {
    this.#state = seed >>> 0;
  }

  uuid(): string {
    const bytes = this.#bytes(16);
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  hex(length: number): string {
    return this.#bytes(length).toString('hex');
  }

  base64url(length: number): string {
    return this.#bytes(length).toString('base64url');
  }

  float(): number {
    return this.#next() / 2 ** 32;
  }

  #bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.#next() >>> 24));
  }

  /** Mulberry32: 32 bits per step, enough to distinguish ids. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  }
}
