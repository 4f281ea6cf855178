import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { Throttle, ThrottleVerdict } from '../limits/throttle.ts';
import { problem } from '../problem.ts';

/** Counts requests to the payment-session API. Every response reports how many remain. */
export const throttle = (limit: Throttle) =>
  createMiddleware<Env>((c, next) => {
    const account = c.get('principal')?.account;
    const verdict = account && limit.count(account, c.get('receivedAt'));
    return verdict ? respond(c, next, verdict) : next();
  });

async function respond(c: Context<Env>, next: Next, verdict: Promise<ThrottleVerdict>) {
  const { headers, refusal } = await verdict;
  for (const [name, value] of Object.entries(headers)) c.env.outgoing.setHeader(name, value);
  return refusal ? problem(c, refusal) : next();
}
