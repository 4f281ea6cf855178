import type { Log } from '@svc-simulator/machine/log.ts';
import { Logger } from 'graphile-worker';

/** How often the queue looks for jobs that it is not notified of. */
export const POLL_MS = 100;

/** How graphile-worker says that it does not hear of jobs, and in how long it tries to again: a minute at most. */
const NOT_NOTIFIED = 'Error with notify listener';

/** The job queue's errors in the simulator's log; what it tells of every job is left out. */
export function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level !== 'error') return;
    const said = message.startsWith(NOT_NOTIFIED)
      ? `the job queue is not notified of jobs; until it is, it looks for them each ${POLL_MS} ms`
      : 'the job queue has a problem';
    log('warn', said, { cause: message });
  });
}
