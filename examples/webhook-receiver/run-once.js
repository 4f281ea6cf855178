/** @type {Map<string, Promise<void>>} */
const runs = new Map();

/**
 * Runs `work` once per idempotency key: a duplicate gets the result of the first webhook, even while that one is
 * still running. A failed run is removed, so that the next attempt repeats the work.
 *
 * This example stores the runs in memory. In production, use a table with a unique key, and write it in the same
 * transaction as the work.
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
