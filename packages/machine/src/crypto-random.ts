import { randomBytes, randomFillSync, randomUUID } from 'node:crypto';
import type { RandomSource } from '@svc-simulator/core';

/** Drawn at once, because a call to the CSPRNG costs more than the few bytes that one id needs. */
const POOL_BYTES = 4096;

class CryptoRandom implements RandomSource {
  #pool: Buffer | null = null;
  #used = 0;

  uuid(): string {
    return randomUUID();
  }

  hex(length: number): string {
    return this.#draw(length).toString('hex');
  }

  base64url(length: number): string {
    return this.#draw(length).toString('base64url');
  }

  float(): number {
    return this.#draw(6).readUIntBE(0, 6) / 2 ** 48;
  }

  #draw(length: number): Buffer {
    if (length > POOL_BYTES / 16) return randomBytes(length);
    if (!this.#pool || this.#used + length > POOL_BYTES) {
      this.#pool = randomFillSync(Buffer.allocUnsafe(POOL_BYTES));
      this.#used = 0;
    }
    this.#used += length;
    return this.#pool.subarray(this.#used - length, this.#used);
  }
}

/** The CSPRNG of the machine. */
export const cryptoRandom: RandomSource = new CryptoRandom();
