import type { Operation } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { CallChaos } from '../../chaos/call-chaos.ts';
import type { Env } from '../env.ts';
import type { AccountQuotas } from '../limits/account-quotas.ts';
import { problem } from '../problem.ts';

/** Refuses a request or delays its response if the account's chaos injects a fault. */
export function chaos(calls: CallChaos, operation: Operation, quotas: AccountQuotas | null) {
  return createMiddleware<Env>((c, next) => {
    const account = c.get('principal')?.account;
    return account?.chaos ? injectFault(c, next, account) : next();
  });

  async function injectFault(c: Context<Env>, next: Next, account: AccountRecord): Promise<void> {
    // A full account gets no faults, because each fault would store a trace event.
    if (quotas && !(await quotas.canStoreMore(account.id))) return next();
    const call = { operation, account, path: c.req.path, requestId: c.get('requestId') };
    const { latencyMs = 0, refusal = null } = (await calls.injectFault(call)) ?? {};
    if (refusal || latencyMs > 0) c.set('hasInjectedFault', true);
    if (refusal) c.res = await problem(c, refusal);
    else await next();
    if (latencyMs > 0) await calls.delayResponse(latencyMs, c.env.outgoing);
  }
}
