import { timingSafeEqual } from 'node:crypto';
import { instantOf } from '../fields/instants.ts';

/** How far a signed timestamp may be from the clock: 5 minutes (contract section 6). */
export const SIGNATURE_TOLERANCE_MS = 300_000;

/** Compares two texts in a time that tells nothing of where they differ; only their lengths show. */
export function sameText(expected: string, given: string): boolean {
  const wanted = Buffer.from(expected);
  const found = Buffer.from(given);
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

/** Whether an ISO 8601 timestamp is at most `toleranceMs` before or after `nowMs`. */
export function isFresh(
  timestamp: string,
  nowMs: number,
  toleranceMs: number = SIGNATURE_TOLERANCE_MS,
): boolean {
  const instant = instantOf(timestamp);
  return instant !== null && Math.abs(nowMs - instant) <= toleranceMs;
}
