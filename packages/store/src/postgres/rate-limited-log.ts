import type { Clock } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';

const QUIET_MS = 10_000;

/** Passes each warning on at most once in ten seconds: while a database is away, everybody who needs it notices all the time. */
export function rateLimitedLog(log: Log, machine: Clock): Log {
  const said = new Map<string, number>();
  return (level, message, fields) => {
    const now = machine.elapsed();
    if (level === 'warn' && now - (said.get(message) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    said.set(message, now);
    log(level, message, fields);
  };
}
