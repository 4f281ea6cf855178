import { PATIENCE_MS } from './sightings.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Resolves when something is so that nobody tells of. Between two looks comes a turn of the event loop, or whatever else it
 * takes, for example a step of the clock.
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  turn: () => Promise<unknown> = nextTurn,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited ${PATIENCE_MS} ms for ${isSo}`);
    await turn();
  }
}
