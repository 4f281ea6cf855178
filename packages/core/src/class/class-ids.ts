import type { RandomSource } from '../random.ts';

/** 32 characters, five bits each; without I, O, 0 and 1, which are taken for each other when read from a wall. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** `cls_` + 16 hex. */
export function classId(random: RandomSource): string {
  return `cls_${random.hex(8)}`;
}

/** The code that trainees join a class with: 8 characters out of 32, hence 40 random bits. */
export function joinCode(random: RandomSource): string {
  const bits = BigInt(`0x${random.hex((CODE_LENGTH * 5) / 8)}`);
  return Array.from(
    { length: CODE_LENGTH },
    (_, at) => ALPHABET[Number((bits >> BigInt(at * 5)) & 31n)],
  ).join('');
}

/** A join code as somebody typed it, in its stored form: case, blanks and hyphens do not matter. */
export function joinCodeFrom(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
