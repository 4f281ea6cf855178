import { constants } from 'node:os';
import type { CliContext } from '../cli-context.ts';

/** npm and npx hand a Ctrl+C on that the terminal has delivered already; that echo is no second request. */
const ECHO_WITHIN_MS = 300;

/** Resolves at the first signal that asks to stop; a second one ends the process at once, unless it only says that the terminal is gone. */
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

/** Does something until it ends, or until the signal, which the first stop signal aborts. */
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
