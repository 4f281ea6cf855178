import type { Operation } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { CallChaos } from '../../chaos/call-chaos.ts';
import type { Env } from '../env.ts';
import type { AccountQuotas } from '../limits/account-quotas.ts';
import { problem } from '../problem.ts';

/** Refuses a request, or delays its response, if the account's chaos injects a fault. */
export const chaos = (calls: CallChaos, operation: Operation, quotas: AccountQuotas | null) =>
  createMiddleware<Env>(async (c, next) => {
    const account = c.get('principal')?.account;
    if (!account?.chaos) return next();
    // A fault adds a trace event, for which a full account has no room.
    if (quotas && !(await quotas.hasRoom(account.id))) return next();
    const draw = { operation, account, path: c.req.path, requestId: c.get('requestId') };
    const { latencyMs = 0, refusal = null } = (await calls.injectFault(draw)) ?? {};
    if (refusal || latencyMs > 0) c.set('hasInjectedFault', true);
    if (refusal) c.res = await problem(c, refusal);
    else await next();
    if (latencyMs > 0) await calls.hold(latencyMs, c.env.outgoing);
  });
