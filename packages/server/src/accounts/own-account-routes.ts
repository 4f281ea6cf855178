import { listTokens, revokeToken as revokeTokenOperation } from '@svc-simulator/contract';
import { isoOf, REVOCABLE } from '@svc-simulator/core';
import { type Route, reply, route } from '../http/call.ts';
import { listReply } from '../http/list-reply.ts';
import type { Runtime } from '../runtime.ts';
import type { AccountService } from './account-service.ts';
import { revokeToken, tokenData } from './token-service.ts';

/** What an account does with itself (contract section 10, Account life). */
export function ownAccountRoutes(runtime: Runtime, accounts: AccountService): readonly Route[] {
  return [
    route(listTokens, ({ account, query }) =>
      listReply(runtime.store, 'token', account.id, query, tokenData, REVOCABLE),
    ),
    route(revokeTokenOperation, async ({ account, params }) => {
      const name = params.token_id ?? '';
      const revoked = await revokeToken(runtime, accounts, account.id, name);
      return revoked.ok ? reply({ token_id: name, revoked_at: isoOf(revoked.value.revokedAt) }) : revoked;
    }),
  ];
}
