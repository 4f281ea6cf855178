import { PATIENCE_MS } from './sightings.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const rest = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
/** After so many looks it is something of another process, which has the processor while this one rests. */
const QUICK_LOOKS = 100;

/**
 * Resolves when something is so that nobody tells of. Between two looks comes a turn of the event loop, or whatever else it
 * takes, for example a step of the clock.
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  turn?: () => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let looks = 0; !(await isSo()); looks++) {
    if (performance.now() > end) throw new Error(`waited ${PATIENCE_MS} ms for ${isSo}`);
    await (turn ?? (looks < QUICK_LOOKS ? nextTurn : rest))();
  }
}
