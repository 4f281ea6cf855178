import { constants } from 'node:os';
import type { CliContext } from '../cli-context.ts';

/**
 * npm and npx forward a Ctrl+C that the terminal has already sent to this process. A second signal within this
 * time is the forwarded one.
 */
const ECHO_MS = 300;

/**
 * Resolves `signal` at the first stop signal. A second stop signal ends the process at once, except SIGHUP,
 * because a closed terminal can send it twice.
 */
export function firstStopSignal(context: CliContext): {
  readonly signal: Promise<NodeJS.Signals>;
  readonly release: () => void;
} {
  let release = () => {};
  const signal = new Promise<NodeJS.Signals>((resolve) => {
    let firstSignalMs: number | undefined;
    const onSignal = (name: NodeJS.Signals) => {
      if (firstSignalMs === undefined) {
        firstSignalMs = context.elapsed();
        resolve(name);
      } else if (name !== 'SIGHUP' && context.elapsed() - firstSignalMs > ECHO_MS) {
        context.exit(128 + constants.signals[name]);
      }
    };
    release = context.onStopSignal(onSignal);
  });
  return { signal, release };
}

export async function untilStopped<T>(
  { onStopSignal }: CliContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abortController = new AbortController();
  const removeListener = onStopSignal(() => abortController.abort());
  try {
    return await work(abortController.signal);
  } finally {
    removeListener();
  }
}
