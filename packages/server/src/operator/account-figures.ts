import type { Quotas, RowOf } from '@svc-simulator/contract';
import type {
  AccountOrder,
  listAccounts,
  OperatedAccount,
  TenantState,
} from '@svc-simulator/contract/operator/operator.ts';
import { type AccountRecord, isoOf, REVOCABLE, tokenName } from '@svc-simulator/core';
import type { AccountOverview } from '@svc-simulator/store/store.ts';
import { membershipOf } from '../classes/membership.ts';
import type { Runtime } from '../runtime.ts';
import { isOfPassword } from '../tokens/account-tokens.ts';

export type AccountRow = RowOf<typeof listAccounts>;

const MIB_BYTES = 2 ** 20;
const CALLS_WINDOW_MS = 60_000;
const MAX_TOKENS = 20;
const MAX_REFUSALS = 10;

export function stateOf({ suspended, deleteAt }: AccountRecord): TenantState {
  if (deleteAt !== undefined) return 'deleting';
  return suspended ? 'suspended' : 'active';
}

export function presentState(account: AccountRecord) {
  const { id, shortName, deleteAt } = account;
  const delete_at = deleteAt === undefined ? null : isoOf(deleteAt);
  return { account_id: id, short_name: shortName, state: stateOf(account), delete_at };
}

/** Counts only the calls of this instance, because each instance logs its own calls. */
export function presentRow({ clock, calls }: Runtime, overview: AccountOverview): AccountRow {
  const { account, sessions, bytes, waiting, activeAt } = overview;
  const { id, shortName, email = null, createdAt } = account;
  const now = clock.now();
  return {
    account_id: id,
    short_name: shortName,
    email,
    state: stateOf(account),
    created_at: isoOf(createdAt),
    // Limited to the machine's time, because the account's own clock can be ahead.
    active_at: activeAt === null ? null : isoOf(Math.min(activeAt, now)),
    sessions,
    stored_mib: Math.round((bytes / MIB_BYTES) * 10) / 10,
    calls_per_minute: calls.count(id, ({ receivedAt }) => receivedAt > now - CALLS_WINDOW_MS),
    waiting_webhooks: waiting,
  };
}

const figureGetters: Readonly<Record<AccountOrder, (row: AccountRow) => number>> = {
  activity: ({ active_at: at }) => (at === null ? 0 : Date.parse(at)),
  sessions: ({ sessions }) => sessions,
  stored: ({ stored_mib: mib }) => mib,
  calls: ({ calls_per_minute: calls }) => calls,
  webhooks: ({ waiting_webhooks: waiting }) => waiting,
};

/** Compares by a figure, then by name, so that no account appears on two pages. */
export function compareBy(order: AccountOrder): (one: AccountRow, other: AccountRow) => number {
  const figure = figureGetters[order];
  return (one, other) => figure(other) - figure(one) || (one.short_name < other.short_name ? -1 : 1);
}

/** Returns an account's data for the operator: no payloads, and no part of a secret. */
export async function presentAccount(
  runtime: Runtime,
  overview: AccountOverview,
  { quotas, streams }: { readonly quotas: Quotas; readonly streams: number },
): Promise<OperatedAccount> {
  const { calls, store } = runtime;
  const { account } = overview;
  const { id, suspended, deleteAt } = account;
  const [tokens, membership, relay] = await Promise.all([
    store.list('token', id, { tag: REVOCABLE, limit: MAX_TOKENS }),
    membershipOf(runtime, account),
    store.trace.page(id, { types: ['relay.connected', 'relay.disconnected'], order: 'desc', limit: 1 }),
  ]);
  const refusals = calls.page(id, { onlyErrors: true, order: 'desc', limit: MAX_REFUSALS }).items;
  return {
    ...presentRow(runtime, overview),
    suspended: suspended ? { reason: suspended.reason, at: isoOf(suspended.at) } : null,
    delete_at: deleteAt === undefined ? null : isoOf(deleteAt),
    streams,
    quotas,
    tokens: tokens.items
      .filter((token) => isOfPassword(token, account))
      .map(({ kind, createdAt, listed }) => ({
        token_id: tokenName(listed?.id ?? ''),
        kind,
        created_at: isoOf(createdAt),
        last_used_at: isoOf(listed?.usedAt ?? createdAt),
      })),
    class: membership.ok
      ? {
          class_id: membership.value.classRecord.id,
          title: membership.value.classRecord.title,
          joined_at: isoOf(membership.value.member.joinedAt),
        }
      : null,
    relay_connected: relay.items[0]?.type === 'relay.connected',
    refused: refusals.map(({ receivedAt, method, operation = null, status }) => ({
      at: isoOf(receivedAt),
      method,
      operation,
      status,
    })),
  };
}
