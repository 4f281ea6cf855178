import type { Clock } from '@svc-simulator/core';
import type { Log } from './log.ts';

const INTERVALS_MS = { info: 0, warn: 10_000, error: 1000 };

/**
 * Logs the same warning at most every ten seconds and the same error at most every second, because every call
 * during an outage reports it. The next line shows how many were omitted.
 * Messages must be constants, because each one is stored.
 */
export function rateLimitedLog(log: Log, machineClock: Clock): Log {
  const latest = new Map<string, { readonly at: number; omitted: number }>();
  return (level, message, fields, notice) => {
    const line = latest.get(message);
    const now = machineClock.elapsed();
    if (line && now - line.at < INTERVALS_MS[level]) {
      line.omitted++;
      return;
    }
    latest.set(message, { at: now, omitted: 0 });
    log(level, message, line && line.omitted > 0 ? { ...fields, omitted: line.omitted } : fields, notice);
  };
}
