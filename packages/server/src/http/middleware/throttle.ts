import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { Throttle } from '../limits/throttle.ts';
import { problem } from '../problem.ts';

/** Counts requests of the payment-session API and reports the remaining ones in every response. */
export const throttle = (limit: Throttle) =>
  createMiddleware<Env>(async (c, next) => {
    const account = c.get('principal')?.account;
    const verdict = account && (await limit.count(account, c.get('receivedAt')));
    if (!verdict) return next();
    for (const [name, value] of Object.entries(verdict.headers)) c.env.outgoing.setHeader(name, value);
    if (verdict.refusal) return problem(c, verdict.refusal);
    await next();
  });
