import type { Step } from './step.ts';

/** Counts the operation's requests, and how long they take. */
export const measure: Step = ({ metrics }, { operation }) => {
  const meter = metrics.requestsOf(operation.id);
  const upset = metrics.requestsOf('chaos');
  return async (c, next) => {
    c.set('operation', operation);
    const beganMs = meter.durations.begin();
    await next();
    if (c.get('isUpset')) upset.add(c.res.status);
    else meter.add(c.res.status, beganMs);
  };
};
