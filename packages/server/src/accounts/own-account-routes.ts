import {
  changePassword as changePasswordOperation,
  createLoginLink,
  deleteAccount as deleteAccountOperation,
  listTokens,
  revokeToken as revokeTokenOperation,
} from '@svc-simulator/contract';
import { isoOf } from '@svc-simulator/core';
import { bearer } from '../http/credentials.ts';
import type { Throttle } from '../http/limits/throttle.ts';
import { presented, reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import type { AccountService } from './account-service.ts';
import { deleteAccount } from './deletion.ts';
import { changePassword } from './password-change.ts';
import { revokeToken, tokenData, tokenPage } from './token-service.ts';

/** What an account does with itself (contract section 10, Account life). */
export function ownAccountRoutes(
  runtime: Runtime,
  accounts: AccountService,
  throttle: Throttle,
): readonly Route[] {
  return [
    route(listTokens, async ({ account, query }) => {
      const { items, nextCursor } = await tokenPage(runtime.store, account, query);
      return reply(items.map(tokenData), { nextCursor });
    }),
    route(revokeTokenOperation, async ({ account, params }) => {
      const name = params.token_id ?? '';
      const revoked = await revokeToken(runtime, accounts, account.id, name);
      return presented(revoked, ({ revokedAt }) => ({ token_id: name, revoked_at: isoOf(revokedAt) }));
    }),
    route(createLoginLink, async ({ account, header }) => {
      // The pipeline has found the account by this very token.
      const asking = bearer(header('authorization'));
      const { token, endsAt } = await accounts.loginLink(account, asking);
      const url = `${runtime.settings.publicUrl}/console/enter?ticket=${token}`;
      return reply({ url, expires_at: isoOf(endsAt) });
    }),
    route(changePasswordOperation, async ({ account, header, body }) => {
      const { current_password: current, new_password: next, keep_others: keepOthers = false } = body;
      // The pipeline has found the account by this very token.
      const asking = bearer(header('authorization'));
      const changed = await changePassword(runtime, accounts, account, { current, next, keepOthers, asking });
      return presented(changed, ({ id }) => ({ account_id: id }));
    }),
    route(deleteAccountOperation, async ({ account, body }) => {
      const deleted = await deleteAccount(runtime, account, body.password);
      if (deleted.ok) await throttle.forget(account.id);
      return presented(deleted, ({ accountId }) => ({ account_id: accountId }));
    }),
  ];
}
