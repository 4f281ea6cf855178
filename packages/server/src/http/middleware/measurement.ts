import type { Operation } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { createMiddleware } from 'hono/factory';
import type { CallRecorder } from '../../calls/call-recorder.ts';
import type { Metrics } from '../../operations/metrics.ts';
import type { Env } from '../env.ts';

export interface MeasurementParts {
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Null for an operation that the log of calls leaves out. */
  readonly recorder: CallRecorder | null;
}

export function measurement(operation: Operation, { metrics, clock, recorder }: MeasurementParts) {
  const requests = metrics.requestsOf(operation.id);
  const faults = metrics.requestsOf('chaos');
  return createMiddleware<Env>(async (c, next) => {
    const sampledMs = requests.start();
    const startedAtMs = clock.elapsed();
    c.set('operation', operation);
    await next();
    const { status } = c.res;
    if (c.get('hasInjectedFault')) faults.add(status);
    else requests.add(status, sampledMs);
    recorder?.record(c, { status, durationMs: clock.elapsed() - startedAtMs });
  });
}
