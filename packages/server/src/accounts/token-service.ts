import { accept, type Outcome } from '@svc-simulator/contract';
import { isoOf, type TokenRecord, tokenName } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { tokenId } from '../http/credentials.ts';
import { notFound } from '../http/refusals.ts';
import type { Runtime } from '../runtime.ts';
import type { AccountService } from './account-service.ts';

/** A token as its account's list shows it. */
export function tokenData({ kind, createdAt, listed }: TokenRecord) {
  const { id = '', hint = '', usedAt = createdAt } = listed ?? {};
  return {
    token_id: tokenName(id),
    kind,
    token_hint: hint,
    created_at: isoOf(createdAt),
    last_used_at: isoOf(usedAt),
  };
}

/**
 * `DELETE /console/tokens/{token_id}`: it opens nothing from now on, in whichever instance; 404 when the account has no such
 * token, or none any more. What the simulator tells of the account never is a dead one: it then gets another.
 */
export async function revokeToken(
  { store, clock, known }: Runtime,
  accounts: AccountService,
  accountId: string,
  name: string,
): Promise<Outcome<{ readonly revokedAt: number }>> {
  const { items } = await store.list('token', accountId, { tag: name, limit: 1 });
  const [id, revokedAt] = [items[0]?.listed?.id, clock.now()];
  // Whatever stands in the path: other lists have names too.
  if (id === undefined || tokenName(id) !== name) return noToken;
  const lock = [ref('token', id), ref('account', accountId)];
  const revoked = await store.transact<Outcome<{ revokedAt: number }>>(
    { account: accountId, lock },
    (view) => {
      const [token, account] = [view.get('token', id), view.get('account', accountId)];
      if (!token?.listed || !account || token.revokedAt !== undefined) return { result: noToken };
      const { key } = account;
      const isKey = key.tokenHint === token.listed.hint && key.createdAt === token.createdAt;
      return {
        result: accept({ revokedAt }),
        puts: [
          put('token', id, { ...token, revokedAt }),
          ...(isKey ? [put('account', accountId, { ...account, key: { ...key, revokedAt } })] : []),
        ],
        events: [
          {
            type: 'token.revoked',
            at: view.now,
            data: { token_id: name, kind: token.kind, token_hint: token.listed.hint },
          },
        ],
      };
    },
  );
  const told = known.of(accountId)?.token;
  if (revoked.ok && told !== undefined && tokenId(told) === id)
    await known.replaced(accountId, { token: await accounts.furtherApiToken(accountId, null) });
  return revoked;
}

const noToken = notFound('token');
