import type { Operation } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { CallChaos } from '../call-chaos.ts';
import type { Env } from '../env.ts';
import type { AccountQuotas } from '../limits/account-quotas.ts';
import { problem } from '../problem.ts';

/** Refuses a request instead of its operation, or delays its answer, if the account's chaos draws that. */
export const chaos = (calls: CallChaos, operation: Operation, quotas: AccountQuotas | null) =>
  createMiddleware<Env>(async (c, next) => {
    const account = c.get('principal')?.account;
    if (!account?.chaos) return next();
    // A fault is an event of the trace, which a full account has no room for.
    if (quotas && !(await quotas.hasRoom(account.id))) return next();
    const draw = { operation, account, path: c.req.path, requestId: c.get('requestId') };
    const { latencyMs = 0, refusal = null } = (await calls.injectFault(draw)) ?? {};
    if (refusal || latencyMs > 0) c.set('hasInjectedFault', true);
    if (refusal) c.res = await problem(c, refusal);
    else await next();
    if (latencyMs > 0) await calls.hold(latencyMs, c.env.outgoing);
  });
