import { type ByFilter, matchesByFilter, type SessionWebhookState } from '@svc-simulator/contract';
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
  readonly search?: ListSearch | undefined;
  readonly by?: ByFilter | undefined;
}

/**
 * Adds each session's webhook state: `gave_up`, `open` or `delivered`, the first that the latest delivery of
 * any event has.
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
    const deliveries = latest.get(session.id) ?? [];
    const states = deliveries
      .filter(({ event }, index) => deliveries.findIndex((delivery) => delivery.event === event) === index)
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
  return filteredSessions(store, accountId, filter, async (sessions) => {
    const rows = await withWebhooks(store, accountId, sessions);
    return rows.map((row) => (webhooks === undefined || row.webhooks === webhooks ? row : undefined));
  });
}

export function filteredSessions<T>(
  store: Pick<Store, 'list' | 'get'>,
  accountId: string,
  { status, origin, search, by: byFilter = search && 'all', ...query }: Omit<SessionFilter, 'webhooks'>,
  select: (
    candidates: readonly SessionRecord[],
  ) => Promise<readonly (T | undefined)[]> | readonly (T | undefined)[],
): Promise<StorePage<T>> {
  // The combined tag `origin.status` leaves out the sessions of receiver tests, so it serves only queries
  // without `by`.
  const combinedTag = byFilter === undefined ? `${origin}.${status}` : status;
  const tag = origin && status ? combinedTag : (origin ?? status);
  return filteredPage(store, ['session', accountId], { ...query, tag, id: search?.id }, async (sessions) => {
    const candidates = sessions.filter(
      (session) =>
        matchesByFilter(session.by, byFilter) &&
        (origin ?? session.origin) === session.origin &&
        (!search || matchesSession(session, search)),
    );
    const results = await select(candidates);
    const bySession = new Map(candidates.map((session, index) => [session, results[index]]));
    return sessions.map((session) => bySession.get(session));
  });
}
