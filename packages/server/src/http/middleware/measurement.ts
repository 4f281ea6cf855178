import type { Operation } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { Metrics } from '../../operations/metrics.ts';
import type { Env } from '../env.ts';

export function measurement(metrics: Metrics, operation: Operation) {
  const requests = metrics.requestsOf(operation.id);
  const faults = metrics.requestsOf('chaos');
  return createMiddleware<Env>(async (c, next) => {
    const beganMs = requests.start();
    c.set('operation', operation);
    await next();
    if (c.get('hasInjectedFault')) faults.add(c.res.status);
    else requests.add(c.res.status, beganMs);
  });
}
