import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SimulatorAssertionError } from './assertion-error.ts';
import { realTime } from './real-time.ts';
import type { EventLog } from './trace/event-log.ts';

export interface Wait<T> {
  /** The function that a test called: the error's stack begins above it. */
  readonly caller: (...args: never[]) => unknown;
  /** Name of the wait in its error: `webhook payment_session.paid`. */
  readonly waitName: string;
  readonly timeoutMs: number;
  /** Returns the expected result if it is there; throws if it is impossible. */
  readonly findResult: () => T | undefined;
  readonly timeoutError: () => SimulatorAssertionError;
}

/** Vitest and Jest end a test after 5 s without a reason, so a wait has to end before. */
const RUNNER_LIMIT_MS = 5000;
const DEFAULT_WAIT_MS = 4000;
/** Longer than the first retry of a webhook, which comes after 2 s. */
const SHORTEST_WAIT_MS = 2500;
/** Time to end a test and close its simulator while a receiver still has a webhook. */
const CLOSING_MS = 750;

/**
 * Returns the default timeout of a wait. If the simulator started within the same test, the start used part of
 * the test runner's limit, so the wait is shorter.
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
  // Captured here, because an event or a timer ends the wait, and a test runner shows the line from the
  // error's stack.
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
    const attempt = () => {
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
    if (attempt()) return;
    const timer = realTime.setTimeout(() => settle(() => reject(timeoutError())), timeoutMs);
    const stopListening = log.listen({
      // Deferred until all events of the same commit were reported in this turn.
      happened: () => queueMicrotask(() => isSettled || attempt()),
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
