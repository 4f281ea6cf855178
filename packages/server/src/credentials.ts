import { accept, terminalHeaders } from '@svc-simulator/contract';
import { terminalKey } from '@svc-simulator/core';
import { accountOfToken } from './http/credentials.ts';
import type { Admission } from './http/limits/admission.ts';
import { notFound } from './http/refusals.ts';
import type { Authenticate, Services } from './http/steps/step.ts';
import type { AccessTokens } from './merchants/access-tokens.ts';
import { authenticateMerchant } from './merchants/merchant-auth.ts';
import type { Runtime } from './runtime.ts';
import { authenticateTerminal } from './terminals/terminal-auth.ts';

/** How those are found who send requests, by each kind of credential. */
export function credentialsOf(
  runtime: Runtime,
  tokens: AccessTokens,
  { signatures }: Pick<Admission, 'signatures'>,
): Services['credentials'] {
  const { store } = runtime;
  const byToken =
    (auth: 'api' | 'console'): Authenticate =>
    (call) =>
      accountOfToken(store, auth, call.header('authorization'), call.cameAt);
  return {
    api: byToken('api'),
    console: byToken('console'),
    merchant: (call) => {
      const { cameAt, params } = call;
      return authenticateMerchant(
        { store, tokens },
        call.header('authorization'),
        cameAt,
        params.merchantId ?? '',
      );
    },
    terminal: async (call) => {
      const authorization = call.header('authorization');
      const isSigned = call.header(terminalHeaders.signature) !== undefined;
      if (!call.operation.orMerchant || isSigned || !authorization)
        return authenticateTerminal(runtime, call, signatures);
      const found = await authenticateMerchant({ store, tokens }, authorization, call.cameAt);
      if (!found.ok) return found;
      const key = terminalKey(found.value.account.id, call.params.serialNumber ?? '');
      const terminal = await store.get('terminal', key);
      return terminal ? accept({ ...found.value, terminal }) : notFound('terminal');
    },
  };
}
