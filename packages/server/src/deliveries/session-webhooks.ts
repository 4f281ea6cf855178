import { type ByFilter, matchesByFilter, type SessionWebhookState } from '@svc-simulator/contract';
import type { SessionRecord } from '@svc-simulator/core';
import type { Store, StorePage } from '@svc-simulator/store/store.ts';
import { type FilteredQuery, filteredPage, type ListSearch, matchesSession } from '../lists/filtered-page.ts';
import { latestDeliveries } from './undelivered.ts';

export interface ListedSession {
  readonly session: SessionRecord;
  readonly webhookState: SessionWebhookState | null;
}

interface SessionFilter extends Omit<FilteredQuery, 'id' | 'tag'> {
  readonly status?: SessionRecord['status'] | undefined;
  readonly origin?: SessionRecord['origin'] | undefined;
  readonly webhooks?: SessionWebhookState | undefined;
  readonly search?: ListSearch | undefined;
  /** The kind of creator: programs, tools or receiver tests. */
  readonly by?: ByFilter | undefined;
}

/**
 * Adds the webhook state of each session: the worst state of the latest deliveries of its events, in the
 * order `gave_up`, `open`, `delivered`.
 */
export async function addWebhookStates(
  store: Pick<Store, 'list'>,
  accountId: string,
  sessions: readonly SessionRecord[],
): Promise<readonly ListedSession[]> {
  const sessionsWithUrl = sessions.filter(({ fields }) => fields.webhook_url !== undefined);
  const latestBySession = await latestDeliveries(
    store,
    accountId,
    sessionsWithUrl.map(({ id }) => id),
  );
  return sessions.map((session) => {
    const deliveries = latestBySession.get(session.id) ?? [];
    const states = deliveries
      .filter(({ event }, index) => deliveries.findIndex((delivery) => delivery.event === event) === index)
      .map(({ state }) => state);
    const worstState = (['gave_up', 'open', 'delivered'] as const).find((state) => states.includes(state));
    return { session, webhookState: worstState ?? null };
  });
}

/**
 * Returns a page of the account's sessions that match the filter, newest first.
 * @throws InvalidCursorError
 */
export function sessionPage(
  store: Pick<Store, 'list' | 'get'>,
  accountId: string,
  { webhooks: wantedState, ...filter }: SessionFilter,
): Promise<StorePage<ListedSession>> {
  return filteredSessions(store, accountId, filter, async (sessions) => {
    const rows = await addWebhookStates(store, accountId, sessions);
    return rows.map((row) =>
      wantedState === undefined || row.webhookState === wantedState ? row : undefined,
    );
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
  // The tag `ORIGIN.STATUS` would leave out sessions of receiver tests, which a `by` filter can include.
  const hasCombinedTag = origin && status && byFilter === undefined;
  const tag = hasCombinedTag ? `${origin}.${status}` : (status ?? origin);
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
