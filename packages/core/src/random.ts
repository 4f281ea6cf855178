/** The only source of randomness: cryptographic in production, seeded in tests. */
export interface RandomSource {
  uuid(): string;
  /** Returns `length` random bytes as lower-case hexadecimal (2 × length characters). */
  hex(length: number): string;
  base64url(length: number): string;
  /** Returns a float in [0, 1). */
  float(): number;
}
