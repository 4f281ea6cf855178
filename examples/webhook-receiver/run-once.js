import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older (or further in the future) than this is refused: a captured webhook can't be played back later. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * Whether a webhook is complete, genuine and fresh.
 *
 * @param {Record<string, string | undefined>} headers header names in lower case
 * @param {Uint8Array} rawBody the bytes as they arrived; parsed and serialised again they would not match
 * @param {string} secret the account's `webhook_secret`
 */
export function isGenuine(headers, rawBody, secret) {
  const { 'svc-timestamp': timestamp, 'svc-signature': signature, 'idempotency-key': key } = headers;
  if (!timestamp || !signature || !key) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  // A timestamp that is no date gives NaN, and NaN is not within any age.
  return Math.abs(Date.now() - Date.parse(timestamp)) <= MAX_AGE_MS;
}

/** @type {Map<string, Promise<void>>} */
const runs = new Map();

/**
 * Runs `work` once per idempotency key: a repeated webhook gets the outcome of the first, also while that is still
 * under way; one that failed is forgotten, so that the next attempt does the work.
 *
 * Kept in memory for the example. In a real program: a table with a unique key, written in the same transaction as
 * the work.
 *
 * @param {string} idempotencyKey
 * @param {() => Promise<void>} work
 */
export function runOnce(idempotencyKey, work) {
  let run = runs.get(idempotencyKey);
  if (!run) {
    run = work();
    runs.set(idempotencyKey, run);
    run.catch(() => runs.delete(idempotencyKey));
  }
  return run;
}
