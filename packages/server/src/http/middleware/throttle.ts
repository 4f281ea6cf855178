import type { AccountRecord } from '@svc-simulator/core';
import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { Throttle } from '../limits/throttle.ts';
import { problem } from '../problem.ts';

/** Counts requests to the payment-session API. Every response reports how many remain. */
export function throttle(limit: Throttle) {
  return createMiddleware<Env>((c, next) => {
    const account = c.get('principal')?.account;
    return account && limit.applies(account) ? count(c, next, account) : next();
  });

  async function count(c: Context<Env>, next: Next, account: AccountRecord): Promise<Response | undefined> {
    const verdict = await limit.count(account, c.get('receivedAt'));
    for (const [name, value] of Object.entries(verdict?.headers ?? {})) c.env.outgoing.setHeader(name, value);
    if (verdict?.refusal) return problem(c, verdict.refusal);
    await next();
    return undefined;
  }
}
