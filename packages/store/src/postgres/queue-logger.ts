import type { Log } from '@svc-simulator/machine/log.ts';
import { Logger } from 'graphile-worker';

/** The job queue's errors in the simulator's log; what it tells of every job is left out. */
export function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log('warn', 'the job queue has a problem', { cause: message });
  });
}
