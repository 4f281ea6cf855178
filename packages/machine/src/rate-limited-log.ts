import type { Clock } from '@svc-simulator/core';
import type { Log } from './log.ts';

const INTERVALS_MS = { info: 0, warn: 10_000, error: 1000 };

/**
 * Logs the same warning at most once in ten seconds and the same error at most once a second, because every
 * caller notices an outage. A line has the number of lines omitted before it. Messages must be constants.
 */
export function rateLimitedLog(log: Log, machine: Clock): Log {
  const latest = new Map<string, { readonly at: number; omitted: number }>();
  return (level, message, fields, notice) => {
    const line = latest.get(message);
    const now = machine.elapsed();
    if (line && now - line.at < INTERVALS_MS[level]) {
      line.omitted++;
      return;
    }
    latest.set(message, { at: now, omitted: 0 });
    log(level, message, line && line.omitted > 0 ? { ...fields, omitted: line.omitted } : fields, notice);
  };
}
