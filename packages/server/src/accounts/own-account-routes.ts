import * as api from '@svc-simulator/contract';
import { accept, type BodyOf, type Outcome } from '@svc-simulator/contract';
import {
  type AccountRecord,
  isoOf,
  madeWithTag,
  REVOCABLE,
  type TokenRecord,
  tokenName,
} from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/every-record.js';
import { put, ref, type Store, type StorePage } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { Throttle } from '../http/limits/throttle.ts';
import { filteredPage } from '../lists/filtered-page.ts';
import { verifyPassword } from '../passwords/password.ts';
import { replacePassword, wrongPassword } from '../passwords/password-service.ts';
import { conflict, notFound } from '../refusals.ts';
import { presentOutcome, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { bearer, isAccountKey, isOfPassword, tokenId } from '../tokens/account-tokens.ts';
import { removeAccount } from './account-removal.ts';
import type { AccountService } from './account-service.ts';
import { renewCredentials, renewInvalidTokens } from './demo-account.ts';

export function ownAccountRoutes(
  runtime: Runtime,
  accounts: AccountService,
  throttle: Throttle,
): readonly Route[] {
  return [
    route(api.listTokens, async ({ account, query }) => {
      const { items, nextCursor } = await tokenPage(runtime.store, account, query);
      return reply(items.map(tokenData), { nextCursor });
    }),
    route(api.revokeToken, async ({ account, params }) => {
      const name = params.token_id ?? '';
      const revocation = await revokeToken(runtime, accounts, account.id, name);
      return presentOutcome(revocation, ({ revokedAt }) => ({
        token_id: name,
        revoked_at: isoOf(revokedAt),
      }));
    }),
    route(api.createLoginLink, async ({ account, header }) => {
      const requestToken = bearer(header('authorization'));
      const { token, endsAt } = await accounts.createLoginLink(account, requestToken);
      const url = `${runtime.settings.publicUrl}/console/enter?ticket=${token}`;
      return reply({ url, expires_at: isoOf(endsAt) });
    }),
    route(api.changePassword, async ({ account, header, body }) => {
      const requestToken = bearer(header('authorization'));
      const change = await changePassword(runtime, accounts, account, { ...body, requestToken });
      return presentOutcome(change, ({ id }) => ({ account_id: id }));
    }),
    route(api.deleteAccount, async ({ account, body }) => {
      const deletion = await deleteAccount(runtime, account, body.password);
      if (deletion.ok) await throttle.forget(account.id);
      return presentOutcome(deletion, ({ accountId }) => ({ account_id: accountId }));
    }),
  ];
}

type PasswordChange = BodyOf<typeof api.changePassword> & { readonly requestToken: string };

/**
 * Changes the password. Unless `keep_others` is set, the same commit ends all tokens except those that the
 * request depends on (contract section 12, Rights). Returns the changed account; 400 if the current password
 * is wrong.
 */
async function changePassword(
  runtime: Runtime,
  accounts: AccountService,
  account: AccountRecord,
  { current_password: currentPassword, new_password: newPassword, keep_others, requestToken }: PasswordChange,
): Promise<Outcome<AccountRecord>> {
  if (!(await verifyPassword(currentPassword, account.passwordHash)))
    return wrongPassword('/current_password');
  const keptTokenIds = keep_others ? null : await tokenLineage(runtime, tokenId(requestToken));
  const change = await replacePassword(runtime, account, newPassword, keptTokenIds);
  const demoOrSeedAccount = runtime.knownAccounts.find(account.id);
  if (change.ok && demoOrSeedAccount) {
    const renewed = await renewCredentials(runtime, accounts, demoOrSeedAccount);
    await runtime.knownAccounts.replaceCredentials(account.id, { ...renewed, password: newPassword });
  }
  return change;
}

/** Returns the ids of a token and of its direct and indirect grantors (`grantedBy`), which it depends on. */
async function tokenLineage({ store }: Runtime, id: string): Promise<readonly string[]> {
  const lineage: string[] = [];
  for (let next: string | undefined = id; next !== undefined; ) {
    lineage.push(next);
    const record: TokenRecord | undefined = await store.get('token', next);
    // Stops at a browser's token. `replacePassword` detaches it from its grantor, which ends, so the browser
    // stays logged in: its user has just entered the password.
    next = record?.kind === 'browser' ? undefined : record?.grantedBy;
  }
  return lineage;
}

/**
 * Deletes the account with all its data. Refusals: 400 if the password is wrong, 409 for a demo or seed
 * account, whose credentials the simulator shows.
 */
async function deleteAccount(
  runtime: Runtime,
  { id, passwordHash }: AccountRecord,
  password: string,
): Promise<Outcome<{ readonly accountId: string }>> {
  if (runtime.knownAccounts.find(id)) return shownAccountConflict;
  if (!(await verifyPassword(password, passwordHash))) return wrongPassword('/password');
  await removeAccount(runtime, id);
  return accept({ accountId: id });
}

export const shownAccountConflict = conflict(message('problem.account.printed_at_start'));

function tokenData({ kind, createdAt, listed, madeWith }: TokenRecord) {
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

/**
 * Returns a page of the account's valid tokens, the last used one first.
 * @throws InvalidCursorError
 */
function tokenPage(
  store: Pick<Store, 'list' | 'get'>,
  account: AccountRecord,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<StorePage<TokenRecord>> {
  return filteredPage(store, ['token', account.id], { ...query, tag: REVOCABLE }, (tokens) =>
    tokens.map((token) => (isOfPassword(token, account) ? token : undefined)),
  );
}

const REVOCATIONS_PER_COMMIT = 500;

/**
 * Revokes a token and the tokens that were created with it (contract section 12, Rights); 404 if it doesn't
 * exist. Replaces revoked tokens that the simulator shows.
 */
async function revokeToken(
  runtime: Runtime,
  accounts: AccountService,
  accountId: string,
  name: string,
): Promise<Outcome<{ readonly revokedAt: number }>> {
  const { store, clock, knownAccounts } = runtime;
  const { items } = await store.list('token', accountId, { tag: name, limit: 1 });
  const [id, revokedAt] = [items[0]?.listed?.id, clock.now()];
  // `name` comes from the path. It can equal a tag that isn't a name (such as `revocable`), so the token
  // that was found may have another name.
  if (id === undefined || tokenName(id) !== name) return unknownToken;
  const revoke = (ids: readonly string[]) =>
    revokeAll(runtime, accountId, ids.slice(0, REVOCATIONS_PER_COMMIT), revokedAt);
  const revokedIds = await revoke([id, ...(await validDescendants(store, accountId, id))]);
  if (!revokedIds.includes(id)) return unknownToken;
  // Revokes the rest. The loop ends, because no token can be created with a revoked one.
  for (let remaining = await validDescendants(store, accountId, id); remaining.length > 0; ) {
    await revoke(remaining);
    remaining = await validDescendants(store, accountId, id);
  }
  const demoOrSeedAccount = knownAccounts.find(accountId);
  if (demoOrSeedAccount) await renewInvalidTokens(runtime, accounts, demoOrSeedAccount);
  return accept({ revokedAt });
}

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
    const validTokens = ids.flatMap((id) => {
      const token = view.get('token', id);
      return token?.listed && token.revokedAt === undefined ? [{ ...token, listed: token.listed }] : [];
    });
    const { key } = account;
    const isKey = validTokens.some((token) => isAccountKey(account, token));
    return {
      result: validTokens.map(({ listed }) => listed.id),
      puts: [
        ...validTokens.map((token) => put('token', token.listed.id, { ...token, revokedAt })),
        put('account', accountId, {
          ...account,
          revocations: (account.revocations ?? 0) + 1,
          ...(isKey && { key: { ...key, revokedAt } }),
        }),
      ],
      events: validTokens.map(({ kind, listed: { id, hint } }) => ({
        type: 'token.revoked',
        at: view.now,
        data: { token_id: tokenName(id), kind, token_hint: hint },
      })),
    };
  });
}

/** Returns the ids of the valid tokens that were created with the token `id`, directly or indirectly. */
async function validDescendants(store: Store, accountId: string, id: string): Promise<readonly string[]> {
  const descendants: TokenRecord[] = [];
  const sources = [id];
  for (const source of sources) {
    const children = await everyRecord(store, 'token', accountId, madeWithTag(source));
    descendants.push(...children);
    sources.push(...children.flatMap(({ listed }) => listed?.id ?? []));
  }
  return descendants.flatMap(({ listed, revokedAt }) =>
    listed && revokedAt === undefined ? [listed.id] : [],
  );
}

const unknownToken = notFound('token');
