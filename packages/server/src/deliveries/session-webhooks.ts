import type { SessionWebhookState } from '@svc-simulator/contract';
import type { SessionRecord } from '@svc-simulator/core';
import type { Page, Store } from '@svc-simulator/store/store.ts';
import { type FilteredQuery, filteredPage } from '../lists/filtered-page.ts';
import { isSoughtSession, type Sought } from '../lists/sought.ts';
import { latestDeliveries } from './undelivered.ts';

/** A session, and what became of its webhooks; null: none was sent. */
export interface ListedSession {
  readonly session: SessionRecord;
  readonly webhooks: SessionWebhookState | null;
}

interface SessionFilter extends Omit<FilteredQuery, 'id'> {
  readonly webhooks?: SessionWebhookState | undefined;
  readonly sought?: Sought | undefined;
}

/** The worst counts, of the latest delivery of each event: one that was given up, one that is on its way, else all arrived. */
export async function withWebhooks(
  store: Pick<Store, 'list'>,
  accountId: string,
  sessions: readonly SessionRecord[],
): Promise<readonly ListedSession[]> {
  const told = sessions.filter(({ fields }) => fields.webhook_url !== undefined);
  const latest = await latestDeliveries(
    store,
    accountId,
    told.map(({ id }) => id),
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
 * A page of an account's sessions, newest first; only those that are sought, and whose webhooks are in this state, where that is asked.
 * @throws InvalidCursorError
 */
export function sessionPage(
  store: Pick<Store, 'list' | 'get'>,
  accountId: string,
  { webhooks, sought, ...query }: SessionFilter,
): Promise<Page<ListedSession>> {
  return filteredPage(store, ['session', accountId], { ...query, id: sought?.id }, async (sessions) => {
    const near = sought ? sessions.filter((session) => isSoughtSession(session, sought)) : sessions;
    const listed = new Map((await withWebhooks(store, accountId, near)).map((one) => [one.session.id, one]));
    return sessions.map(({ id }) => {
      const one = listed.get(id);
      return webhooks === undefined || one?.webhooks === webhooks ? one : undefined;
    });
  });
}
