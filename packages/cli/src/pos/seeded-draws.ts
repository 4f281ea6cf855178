import { createHash } from 'node:crypto';

/** Numbers from 0 to below 1, evenly spread; the same seed gives the same ones in the same order. */
export function seededDraws(seed: string): () => number {
  let drawn = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed}\n${drawn}`).digest();
    drawn += 1;
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}

/** A UUID v4 made of a text of random characters. */
export function uuidFrom(randomness: string): string {
  const bytes = createHash('sha256').update(randomness).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
