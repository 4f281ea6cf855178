import type { Log } from '@svc-simulator/machine/log.ts';
import { Logger } from 'graphile-worker';

export const JOB_POLL_MS = 100;

/** Beginning of graphile-worker's message if LISTEN fails. The failure isn't serious: LISTEN is soon repeated. */
const NOT_NOTIFIED = 'Error with notify listener';

export function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level !== 'error') return;
    const text = message.startsWith(NOT_NOTIFIED)
      ? `the job queue is not notified of jobs; until it is, it looks for them each ${JOB_POLL_MS} ms`
      : 'the job queue has a problem';
    log('warn', text, { cause: message });
  });
}
