import { accept, type Outcome } from '@svc-simulator/contract';
import {
  type AccountRecord,
  isoOf,
  madeWithTag,
  REVOCABLE,
  type TokenRecord,
  tokenName,
} from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/embedded/every-record.ts';
import { type Page, put, ref, type Store } from '@svc-simulator/store/store.ts';
import { isAccountKey, isOfPassword } from '../http/credentials.ts';
import { notFound } from '../http/refusals.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import type { Runtime } from '../runtime.ts';
import type { AccountService } from './account-service.ts';
import { withLiveTokens } from './demo-account.ts';

/** A token as its account's list shows it. */
export function tokenData({ kind, createdAt, listed, madeWith }: TokenRecord) {
  const { id = '', hint = '', usedAt = createdAt } = listed ?? {};
  return {
    token_id: tokenName(id),
    kind,
    token_hint: hint,
    created_at: isoOf(createdAt),
    last_used_at: isoOf(usedAt),
    made_with: madeWith === undefined ? null : tokenName(madeWith),
  };
}

/** A page of the tokens of an account that open something, the last used first. @throws InvalidCursorError */
export function tokenPage(
  store: Pick<Store, 'list' | 'get'>,
  account: AccountRecord,
  asked: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<TokenRecord>> {
  return filteredPage(store, ['token', account.id], { ...asked, tag: REVOCABLE }, (tokens) =>
    tokens.map((token) => (isOfPassword(token, account) ? token : undefined)),
  );
}

/**
 * `DELETE /console/tokens/{token_id}`: it opens nothing from now on, in whichever instance, and neither does what was made
 * with it (contract section 12, Rights); 404 when the account has no such token, or none any more. What the simulator tells of
 * the account never is a dead one: it then gets another.
 */
export async function revokeToken(
  runtime: Runtime,
  accounts: AccountService,
  accountId: string,
  name: string,
): Promise<Outcome<{ readonly revokedAt: number }>> {
  const { store, clock, known } = runtime;
  const { items } = await store.list('token', accountId, { tag: name, limit: 1 });
  const [id, revokedAt] = [items[0]?.listed?.id, clock.now()];
  // Whatever stands in the path: other lists have names too.
  if (id === undefined || tokenName(id) !== name) return noToken;
  const revoke = (ids: readonly string[]) =>
    revokeAll(runtime, accountId, ids.slice(0, MOST_AT_ONCE), revokedAt);
  const ended = await revoke([id, ...(await goodMadeWith(store, accountId, id))]);
  if (!ended.includes(id)) return noToken;
  // Whoever makes a token locks the one that it is made with, so that what was missed shows now.
  for (let left = await goodMadeWith(store, accountId, id); left.length > 0; ) {
    await revoke(left);
    left = await goodMadeWith(store, accountId, id);
  }
  const told = known.of(accountId);
  if (told) await withLiveTokens(runtime, accounts, told);
  return accept({ revokedAt });
}

/** Of those that are revoked in one commit. */
const MOST_AT_ONCE = 500;

/** Revokes tokens of an account at once; answers those that were good until then. */
function revokeAll(
  { store }: Runtime,
  accountId: string,
  ids: readonly string[],
  revokedAt: number,
): Promise<readonly string[]> {
  const lock = [ref('account', accountId), ...ids.map((id) => ref('token', id))];
  return store.transact<readonly string[]>({ account: accountId, lock }, (view) => {
    const account = view.get('account', accountId);
    if (!account) return { result: [] };
    const ended = ids.flatMap((id) => {
      const token = view.get('token', id);
      return token?.listed && token.revokedAt === undefined ? [{ ...token, listed: token.listed }] : [];
    });
    const { key } = account;
    const isKey = ended.some((token) => isAccountKey(account, token));
    return {
      result: ended.map(({ listed }) => listed.id),
      puts: [
        ...ended.map((token) => put('token', token.listed.id, { ...token, revokedAt })),
        put('account', accountId, {
          ...account,
          revocations: (account.revocations ?? 0) + 1,
          ...(isKey && { key: { ...key, revokedAt } }),
        }),
      ],
      events: ended.map(({ kind, listed: { id, hint } }) => ({
        type: 'token.revoked',
        at: view.now,
        data: { token_id: tokenName(id), kind, token_hint: hint },
      })),
    };
  });
}

/** The ids of the good tokens that were made with one, with those that were made with them, and so on. */
async function goodMadeWith(store: Store, accountId: string, id: string): Promise<readonly string[]> {
  const made: TokenRecord[] = [];
  const sources = [id];
  for (const source of sources) {
    const own = await everyRecord(store, 'token', accountId, madeWithTag(source));
    made.push(...own);
    sources.push(...own.flatMap(({ listed }) => listed?.id ?? []));
  }
  return made.flatMap(({ listed, revokedAt }) => (listed && revokedAt === undefined ? [listed.id] : []));
}

const noToken = notFound('token');
