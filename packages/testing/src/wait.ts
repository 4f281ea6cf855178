import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SimulatorAssertionError } from './assertion-error.ts';
import { realTime } from './real-time.ts';
import type { EventLog } from './trace/event-log.ts';

export interface Wait<T> {
  /** The function that a test called: the stack of an error begins above it. */
  readonly calledAs: (...args: never[]) => unknown;
  /** For the error of a wait that is cut short: `webhook payment_session.paid`. */
  readonly what: string;
  readonly timeoutMs: number;
  /** What is waited for, if it is there; throws when it cannot come any more. */
  readonly look: () => T | undefined;
  /** The error at the time-out. */
  readonly late: () => SimulatorAssertionError;
}

/** Vitest and Jest end a test after 5 s, and their error says nothing of why: a wait has to end before. */
const RUNNER_LIMIT_MS = 5000;
const WAIT_MS = 4000;
/** Beyond the first retry of a webhook, which comes after 2 s. */
const SHORTEST_WAIT_MS = 2500;
/** What the end of a test takes, with the simulator closed in it while a receiver still has a webhook. */
const CLOSING_MS = 750;

/**
 * How long a wait lasts that says nothing of it, by how long ago the simulator was begun to be started: while that may have
 * been in the same test, it took some of the test's time.
 */
export function defaultWaitMs(sinceStartMs: number): number {
  if (sinceStartMs > RUNNER_LIMIT_MS) return WAIT_MS;
  const left = Math.round(RUNNER_LIMIT_MS - CLOSING_MS - sinceStartMs);
  return Math.max(SHORTEST_WAIT_MS, Math.min(WAIT_MS, left));
}

/** Looks now and after each event of the log, until it sees something, or throws, or the time is over. */
export function waitOn<T>(log: EventLog, { calledAs, what, timeoutMs, look, late }: Wait<T>): Promise<T> {
  const { t } = log;
  // Taken here, since an event or a timer ends the wait: a test runner shows the line that the error's stack leads to.
  const origin: { stack?: string } = {};
  Error.captureStackTrace(origin, calledAs);
  return new Promise<T>((resolve, refuse) => {
    const reject = (error: unknown) => refuse(from(origin.stack, error));
    let tidyUp = () => {};
    let isOver = false;
    const settle = (end: () => void) => {
      isOver = true;
      tidyUp();
      end();
    };
    const attempt = () => {
      try {
        const seen = look();
        if (seen !== undefined) settle(() => resolve(seen));
        return seen !== undefined;
      } catch (error) {
        settle(() => reject(error));
        return true;
      }
    };
    if (log.ended !== null) return reject(cutShort(t, what, log.ended));
    if (attempt()) return;
    const timer = realTime.setTimeout(() => settle(() => reject(late())), timeoutMs);
    const stopListening = log.listen({
      // After the events of the same commit, which are told one by one in the same turn.
      happened: () => queueMicrotask(() => isOver || attempt()),
      ended: (why) => settle(() => reject(cutShort(t, what, why))),
    });
    tidyUp = () => {
      realTime.clearTimeout(timer);
      stopListening();
    };
  });
}

function from(stack: string | undefined, error: unknown): unknown {
  const frames = stack?.slice(stack.indexOf('\n') + 1);
  if (error instanceof Error && frames) error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
}

function cutShort(t: Texts, what: string, why: string): SimulatorAssertionError {
  return new SimulatorAssertionError(t('testing.wait.not_come_any_more', { what, why }));
}
