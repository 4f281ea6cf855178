import { problem } from '../envelope.ts';
import { throttled } from '../refusals.ts';
import type { Step } from './step.ts';

/** Counts the requests of the payment-session API, and says in every answer what is left of them. */
export const throttle: Step = ({ throttle }, { operation }) => {
  if (operation.family !== 'session') return undefined;
  return async (c, next) => {
    const account = c.get('account');
    const verdict = account && (await throttle.count(account, c.get('now')));
    if (!verdict) return next();
    if (verdict.passed) await next();
    else c.res = problem(c, throttled(account).refusal);
    for (const [name, value] of Object.entries(verdict.headers)) c.res.headers.set(name, value);
  };
};
