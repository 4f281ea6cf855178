import { timingSafeEqual } from 'node:crypto';
import { instantOf } from '../fields/instants.ts';

/** Largest difference of a signed timestamp to the clock: 5 minutes (contract section 6). */
export const SIGNATURE_TOLERANCE_MS = 300_000;

/** Compares two texts in constant time, which reveals only their lengths. */
export function sameText(expected: string, given: string): boolean {
  const wanted = Buffer.from(expected);
  const found = Buffer.from(given);
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

/** Returns true if an ISO 8601 timestamp is at most `toleranceMs` before or after `nowMs`. */
export function isFresh(
  timestamp: string,
  nowMs: number,
  toleranceMs: number = SIGNATURE_TOLERANCE_MS,
): boolean {
  const instant = instantOf(timestamp);
  return instant !== null && Math.abs(nowMs - instant) <= toleranceMs;
}
