import { ACCOUNT_TIME, type Operation, type Outcome } from '@svc-simulator/contract';
import { accountTime } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { suspensionOf } from '../../accounts/suspension.ts';
import type { Principal } from '../../input.ts';
import { refuseWith } from '../../refusals.ts';
import type { Env } from '../env.ts';
import { problem } from '../problem.ts';

export type Authenticate = (c: Context<Env>) => Promise<Outcome<Principal>>;

/**
 * Identifies the caller; 401 if the credential is wrong. 403 for another merchant's token, a limited console
 * token or a suspended account. 413 for a signed body that is too large.
 */
export const authentication = (authenticate: Authenticate, { fullToken }: Operation) =>
  createMiddleware<Env>(async (c, next) => {
    const outcome = await authenticate(c);
    if (!outcome.ok) return problem(c, outcome.refusal);
    const { account, token } = outcome.value;
    const suspension = account && suspensionOf(account);
    if (suspension) return problem(c, suspension.refusal);
    if (fullToken && token?.limited) return problem(c, notFullToken.refusal);
    c.set('principal', outcome.value);
    if (account?.clock) {
      const now = accountTime(account.clock, c.get('receivedAt'));
      c.env.outgoing.setHeader(ACCOUNT_TIME, new Date(now).toISOString());
    }
    await next();
  });

const notFullToken = refuseWith(
  403,
  'problem.title.forbidden',
  message('problem.token.created_without_password'),
);
