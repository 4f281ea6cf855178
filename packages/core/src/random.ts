/** The only source of randomness: a CSPRNG in service, seeded in tests. */
export interface RandomSource {
  /** UUID version 4, lower case. */
  uuid(): string;
  /** `length` random bytes as lower-case hexadecimal (2 × length characters). */
  hex(length: number): string;
  /** `length` random bytes in URL-safe base64 without padding. */
  base64url(length: number): string;
  /** A float in [0, 1). */
  float(): number;
}
