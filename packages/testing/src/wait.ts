import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SimulatorAssertionError } from './assertion-error.ts';
import { realTime } from './real-time.ts';
import type { EventLog } from './trace/event-log.ts';

export interface Wait<T> {
  /** The function that the test called. The error's stack begins at the line of that call. */
  readonly caller: (...args: never[]) => unknown;
  /** Name of the wait in its error: `webhook payment_session.paid`. */
  readonly waitName: string;
  readonly timeoutMs: number;
  /** Returns the awaited result, or undefined while it can still come; throws if it can't. */
  readonly findResult: () => T | undefined;
  readonly timeoutError: () => SimulatorAssertionError;
}

/** Vitest and Jest end a test after 5 s without its story, so a wait must time out earlier. */
const RUNNER_LIMIT_MS = 5000;
const DEFAULT_WAIT_MS = 4000;
/** Long enough for the first retry of a webhook, which comes after 2 s. */
const SHORTEST_WAIT_MS = 2500;
/** Time to end a test and close its simulator, even if a receiver hasn't responded to a webhook. */
const CLOSING_MS = 750;

/**
 * Returns the default timeout of a wait. If the simulator started within the same test, the start used part
 * of the test runner's limit, so the wait is shorter.
 */
export function defaultWaitMs(sinceStartMs: number): number {
  if (sinceStartMs > RUNNER_LIMIT_MS) return DEFAULT_WAIT_MS;
  const availableMs = Math.round(RUNNER_LIMIT_MS - CLOSING_MS - sinceStartMs);
  return Math.max(SHORTEST_WAIT_MS, Math.min(DEFAULT_WAIT_MS, availableMs));
}

/** Checks now and after each event of the log until there is a result, an error or a timeout. */
export function waitOn<T>(
  log: EventLog,
  { caller, waitName, timeoutMs, findResult, timeoutError }: Wait<T>,
): Promise<T> {
  const { t } = log;
  // Captured before the wait, because the timer or event that ends it has a stack without the line of the
  // test.
  const origin: { stack?: string } = {};
  Error.captureStackTrace(origin, caller);
  return new Promise<T>((resolve, rejectWait) => {
    const reject = (error: unknown) => rejectWait(withStack(origin.stack, error));
    let cleanUp = () => {};
    let isSettled = false;
    const settle = (end: () => void) => {
      isSettled = true;
      cleanUp();
      end();
    };
    const check = () => {
      try {
        const result = findResult();
        if (result !== undefined) settle(() => resolve(result));
        return result !== undefined;
      } catch (error) {
        settle(() => reject(error));
        return true;
      }
    };
    if (log.ended !== null) return reject(endedWaitError(t, waitName, log.ended));
    if (check()) return;
    const timer = realTime.setTimeout(() => settle(() => reject(timeoutError())), timeoutMs);
    const stopListening = log.listen({
      // Deferred, because the check must see all events of a commit, which are reported in one turn of the
      // event loop.
      happened: () => queueMicrotask(() => isSettled || check()),
      ended: (reason) => settle(() => reject(endedWaitError(t, waitName, reason))),
    });
    cleanUp = () => {
      realTime.clearTimeout(timer);
      stopListening();
    };
  });
}

function withStack(stack: string | undefined, error: unknown): unknown {
  const frames = stack?.slice(stack.indexOf('\n') + 1);
  if (error instanceof Error && frames) error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
}

function endedWaitError(t: Texts, waitName: string, reason: string): SimulatorAssertionError {
  return new SimulatorAssertionError(t('testing.wait.impossible', { what: waitName, why: reason }));
}
