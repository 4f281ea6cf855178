import { timingSafeEqual } from 'node:crypto';
import { parseInstant } from '../fields/instants.ts';

/** Largest difference between a signed timestamp and the clock, before or after (contract section 6). */
export const SIGNATURE_TOLERANCE_MS = 300_000;

/** Compares two texts in constant time. At most, the time reveals whether their lengths are equal. */
export function sameText(expected: string, actual: string): boolean {
  const expectedBytes = Buffer.from(expected);
  const actualBytes = Buffer.from(actual);
  return expectedBytes.length === actualBytes.length && timingSafeEqual(expectedBytes, actualBytes);
}

export function isFresh(
  timestamp: string,
  nowMs: number,
  toleranceMs: number = SIGNATURE_TOLERANCE_MS,
): boolean {
  const instant = parseInstant(timestamp);
  return instant !== null && Math.abs(nowMs - instant) <= toleranceMs;
}
