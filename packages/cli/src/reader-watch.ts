import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { errorCode } from '@svc-simulator/machine/errors.ts';

/** Interval between two looks at the pipe. */
const LOOK_EVERY_MS = 250;

/**
 * Calls the listener when nobody reads the pipe `fd` any more, as in `sim trace --follow | head -1`: a program
 * that waits doesn't write, so it gets no EPIPE. Works on Linux only, where a write tells it elsewhere.
 */
export function onReaderGone(fd: number, listener: () => void): () => void {
  if (!isPipe(fd)) return () => {};
  const watch = setInterval(() => {
    if (hasReader(fd)) return;
    clearInterval(watch);
    listener();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(watch);
}

function isPipe(fd: number): boolean {
  try {
    return fstatSync(fd).isFIFO();
  } catch {
    return false;
  }
}

/** A pipe can't be opened for writing without waiting if it has no reader (fifo(7)). */
function hasReader(fd: number): boolean {
  try {
    closeSync(openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    return errorCode(error) !== 'ENXIO';
  }
}
