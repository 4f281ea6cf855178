import { constants } from 'node:os';
import type { CliContext } from '../cli-context.ts';

/** npm and npx forward a Ctrl+C that the terminal has already delivered; such an echo is no second signal. */
const ECHO_WITHIN_MS = 300;

/**
 * Resolves at the first stop signal. A second one ends the process at once, except SIGHUP of a closed
 * terminal.
 */
export function firstStopSignal(context: CliContext): {
  readonly signal: Promise<NodeJS.Signals>;
  readonly release: () => void;
} {
  let release = () => {};
  const signal = new Promise<NodeJS.Signals>((resolve) => {
    let first: number | undefined;
    const hear = (name: NodeJS.Signals) => {
      if (first === undefined) {
        first = context.elapsed();
        resolve(name);
      } else if (name !== 'SIGHUP' && context.elapsed() - first > ECHO_WITHIN_MS) {
        context.exit(128 + constants.signals[name]);
      }
    };
    release = context.onStopSignal(hear);
  });
  return { signal, release };
}

/** Runs `work` until it ends or the first stop signal aborts it. */
export async function untilStopped<T>(
  { onStopSignal }: CliContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  const ignoreStop = onStopSignal(() => stopping.abort());
  try {
    return await work(stopping.signal);
  } finally {
    ignoreStop();
  }
}
