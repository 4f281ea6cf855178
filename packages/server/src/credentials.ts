import { type Auth, accept, terminalHeaders } from '@svc-simulator/contract';
import { terminalKey } from '@svc-simulator/core';
import { unknownPath } from './http/http-refusals.ts';
import type { Admission } from './http/limits/admission.ts';
import type { Authenticate } from './http/middleware/authentication.ts';
import type { AccessTokens } from './merchants/access-tokens.ts';
import { authenticateMerchant } from './merchants/merchant-auth.ts';
import { notFound } from './refusals.ts';
import type { Runtime } from './runtime.ts';
import { authenticateTerminal } from './terminals/terminal-auth.ts';
import { accountOfToken } from './tokens/account-tokens.ts';

export type Authenticators = Readonly<Record<Exclude<Auth, 'none'>, Authenticate>>;

export function createAuthenticators(
  runtime: Runtime,
  accessTokens: AccessTokens,
  { signatures }: Pick<Admission, 'signatures'>,
  operator: Authenticate = async () => unknownPath('/operator'),
): Authenticators {
  const { store } = runtime;
  const tokenAuthenticator =
    (auth: 'api' | 'console'): Authenticate =>
    (c) =>
      accountOfToken(store, auth, c.req.header('authorization'), c.get('receivedAt'));
  return {
    operator,
    api: tokenAuthenticator('api'),
    console: tokenAuthenticator('console'),
    merchant: (c) =>
      authenticateMerchant(
        { store, tokens: accessTokens },
        c.req.header('authorization'),
        c.get('receivedAt'),
        c.req.param('merchantId') ?? '',
      ),
    terminal: async (c) => {
      const authorization = c.req.header('authorization');
      const isSigned = c.req.header(terminalHeaders.signature) !== undefined;
      if (!c.get('operation')?.orMerchant || isSigned || !authorization)
        return authenticateTerminal(runtime, c, signatures);
      const authentication = await authenticateMerchant(
        { store, tokens: accessTokens },
        authorization,
        c.get('receivedAt'),
      );
      const { account } = authentication.ok ? authentication.value : {};
      if (!authentication.ok || !account) return authentication;
      const key = terminalKey(account.id, c.req.param('serialNumber') ?? '');
      const terminal = await store.get('terminal', key);
      return terminal ? accept({ ...authentication.value, terminal }) : notFound('terminal');
    },
  };
}
