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
