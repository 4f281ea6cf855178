import type { Operation } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { Runtime } from '../../runtime.ts';
import { bearer } from '../../tokens/account-tokens.ts';
import { endWithToken } from '../../tokens/token-watch.ts';
import type { Env } from '../env.ts';
import type { Admission } from '../limits/admission.ts';
import { problem } from '../problem.ts';

export const admission = (limits: Admission, runtime: Runtime, operation: Operation) =>
  createMiddleware<Env>(async (c, next) => {
    const account = c.get('principal')?.account;
    if (!account) return next();
    limits.quotas?.rememberQuotas(account);
    const refusal = await limits.refusalOf(operation, account.id, c.req.header('accept'));
    if (refusal) return problem(c, refusal);
    await next();
    limits.streams.countUntilClosed(c.res, account.id, c.env.outgoing);
    const token = bearer(c.req.header('authorization'));
    endWithToken(runtime, c.res, c.env.outgoing, { accountId: account.id, token });
  });
