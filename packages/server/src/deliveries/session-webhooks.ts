import { type ByFilter, isWantedOf, type SessionWebhookState } from '@svc-simulator/contract';
import type { SessionRecord } from '@svc-simulator/core';
import type { Store, StorePage } from '@svc-simulator/store/store.ts';
import { type FilteredQuery, filteredPage, type ListSearch, matchesSession } from '../lists/filtered-page.ts';
import { latestDeliveries } from './undelivered.ts';

export interface ListedSession {
  readonly session: SessionRecord;
  readonly webhooks: SessionWebhookState | null;
}

interface SessionFilter extends Omit<FilteredQuery, 'id' | 'tag'> {
  readonly status?: SessionRecord['status'] | undefined;
  readonly origin?: SessionRecord['origin'] | undefined;
  readonly webhooks?: SessionWebhookState | undefined;
  readonly sought?: ListSearch | undefined;
  readonly by?: ByFilter | undefined;
}

/**
 * Adds the webhook state: abandoned if any event's latest delivery was, else pending if any is, else
 * delivered.
 */
export async function withWebhooks(
  store: Pick<Store, 'list'>,
  accountId: string,
  sessions: readonly SessionRecord[],
): Promise<readonly ListedSession[]> {
  const withUrl = sessions.filter(({ fields }) => fields.webhook_url !== undefined);
  const latest = await latestDeliveries(
    store,
    accountId,
    withUrl.map(({ id }) => id),
  );
  return sessions.map((session) => {
    const all = latest.get(session.id) ?? [];
    const states = all
      .filter(({ event }, at) => all.findIndex((other) => other.event === event) === at)
      .map(({ state }) => state);
    const webhooks = (['gave_up', 'open', 'delivered'] as const).find((state) => states.includes(state));
    return { session, webhooks: webhooks ?? null };
  });
}

/**
 * Returns a page of the account's sessions that match the query and the webhook state, newest first.
 * @throws InvalidCursorError
 */
export function sessionPage(
  store: Pick<Store, 'list' | 'get'>,
  accountId: string,
  { webhooks, ...filter }: SessionFilter,
): Promise<StorePage<ListedSession>> {
  return filteredSessions(store, accountId, filter, async (near) => {
    const rows = await withWebhooks(store, accountId, near);
    return rows.map((one) => (webhooks === undefined || one.webhooks === webhooks ? one : undefined));
  });
}

/**
 * Returns a page of the results of `pick` for the sessions that match the query and origin.
 * @throws InvalidCursorError
 */
export function filteredSessions<T>(
  store: Pick<Store, 'list' | 'get'>,
  accountId: string,
  { status, origin, sought, by = sought && 'all', ...query }: Omit<SessionFilter, 'webhooks'>,
  pick: (near: readonly SessionRecord[]) => Promise<readonly (T | undefined)[]> | readonly (T | undefined)[],
): Promise<StorePage<T>> {
  // Sessions of a receiver test are in no combined list.
  const both = by === undefined ? `${origin}.${status}` : status;
  const tag = origin && status ? both : (origin ?? status);
  return filteredPage(store, ['session', accountId], { ...query, tag, id: sought?.id }, async (sessions) => {
    const near = sessions.filter(
      (session) =>
        isWantedOf(session.by, by) &&
        (origin ?? session.origin) === session.origin &&
        (!sought || matchesSession(session, sought)),
    );
    const results = await pick(near);
    const bySession = new Map(near.map((session, at) => [session, results[at]]));
    return sessions.map((session) => bySession.get(session));
  });
}
