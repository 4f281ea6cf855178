import { PATIENCE_MS } from './sightings.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const rest = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
/**
 * After so many checks, the loop pauses between checks: the condition probably depends on another process.
 */
const QUICK_CHECKS = 100;

/**
 * Polls a condition, and resolves when it is true. `turn` runs between two checks. Default: a turn of the
 * event loop.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  turn?: () => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let checks = 0; !(await condition()); checks++) {
    if (performance.now() > end) throw new Error(`waited ${PATIENCE_MS} ms for ${condition}`);
    await (turn ?? (checks < QUICK_CHECKS ? nextTurn : rest))();
  }
}
