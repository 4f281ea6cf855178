import type { CliContext } from '../cli-context.ts';

/** Days: longer than any pause, it never fires. */
const HOLD_MS = 2 ** 31 - 1;

/** Waits so many milliseconds, or until `stop`. */
export function pause({ deadline }: CliContext, ms: number, stop: AbortSignal): Promise<void> {
  const over = deadline(ms);
  if (over.aborted || stop.aborted) return Promise.resolve();
  // The timer of a deadline does not keep a process alive; this one does.
  const hold = setInterval(() => undefined, HOLD_MS);
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(hold);
      over.removeEventListener('abort', end);
      stop.removeEventListener('abort', end);
      resolve();
    };
    over.addEventListener('abort', end);
    stop.addEventListener('abort', end);
  });
}
