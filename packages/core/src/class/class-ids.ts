import type { RandomSource } from '../random.ts';

/** Without I, 1, O and 0, because I looks like 1 on a board, and O like 0. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

export function classId(random: RandomSource): string {
  return `cls_${random.hex(8)}`;
}

export function joinCode(random: RandomSource): string {
  const bits = BigInt(`0x${random.hex((CODE_LENGTH * 5) / 8)}`);
  return Array.from(
    { length: CODE_LENGTH },
    (_, index) => ALPHABET[Number((bits >> BigInt(index * 5)) & 31n)],
  ).join('');
}

/** Normalizes a typed join code: ignores case, spaces and hyphens. */
export function joinCodeFrom(input: string): string {
  return input.replace(/[\s-]/g, '').toUpperCase();
}
