import {
  ACCOUNT_TIME,
  accept,
  type Operation,
  type Outcome,
  refuse,
  terminalHeaders,
} from '@svc-simulator/contract';
import { accountTime, terminalKey } from '@svc-simulator/core';
import type { Context } from 'hono';
import { authenticateMerchant } from '../../merchants/merchant-auth.ts';
import { authenticateTerminal } from '../../terminals/terminal-auth.ts';
import { accountOfToken } from '../credentials.ts';
import type { Env } from '../env.ts';
import { problem } from '../envelope.ts';
import { notFound } from '../refusals.ts';
import type { Principal } from '../request-context.ts';
import type { Services, Step } from './step.ts';

/**
 * Finds out who sent a request, by the credential that its operation wants. Refuses with 401, with 403 for the token of
 * another merchant and for a console token that may less than the operation, with 413 for a signed body that is too large.
 */
export const authenticate: Step =
  (services, { operation }) =>
  async (c, next) => {
    const { clock } = services.runtime;
    const now = clock.now();
    c.set('cameAt', now);
    c.set('cameMs', clock.elapsed());
    c.set('now', now);
    if (operation.auth === 'none') return next();
    const found = await identify(services, operation, c, now);
    if (!found.ok) return problem(c, found.refusal);
    const { account, merchant, terminal } = found.value;
    const own = accountTime(account.clock, now);
    c.set('now', own);
    if (account.clock) c.env.outgoing.setHeader(ACCOUNT_TIME, new Date(own).toISOString());
    c.set('account', account);
    if (merchant) c.set('merchant', merchant);
    if (terminal) c.set('terminal', terminal);
    return next();
  };

const needsFullToken = refuse({
  status: 403,
  title: 'Forbidden',
  detail:
    'This console token was exchanged for an API token alone, which may not do this. POST /console/token with the password of the account too, or POST /console/login, gives one that may.',
});

async function identify(
  { runtime, tokens }: Services,
  { auth, orMerchant, fullToken }: Operation,
  c: Context<Env>,
  now: number,
): Promise<Outcome<Principal>> {
  const { store } = runtime;
  const authorization = c.req.header('authorization');
  if (auth === 'api' || auth === 'console') {
    const found = await accountOfToken(store, auth, authorization, now);
    return found.ok && fullToken && found.value.token.limited ? needsFullToken : found;
  }
  if (auth === 'merchant')
    return authenticateMerchant({ store, tokens }, authorization, now, c.req.param('merchantId') ?? '');
  const isSigned = c.req.header(terminalHeaders.signature) !== undefined;
  if (!orMerchant || isSigned || !authorization) return authenticateTerminal(runtime, c, now);
  const found = await authenticateMerchant({ store, tokens }, authorization, now);
  if (!found.ok) return found;
  const key = terminalKey(found.value.account.id, c.req.param('serialNumber') ?? '');
  const terminal = await store.get('terminal', key);
  return terminal ? accept({ ...found.value, terminal }) : notFound('terminal');
}
