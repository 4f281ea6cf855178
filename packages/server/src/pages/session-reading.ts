import type { ProbeKind, TraceType } from '@svc-simulator/contract';
import {
  type AccountClock,
  type AccountRecord,
  type DeliveryModel,
  type EventView,
  readEvent,
  type SessionRecord,
  type StatusSettings,
  settingsOf,
} from '@svc-simulator/core';
import { InvalidCursorError, type Store, type TraceQuery } from '@svc-simulator/store/store.ts';
import { deliveriesOfSession } from '../deliveries/delivery-reading.ts';

/** Bytes of events on one page: rendering more at once would block the event loop. */
const EVENT_BYTES_PER_PAGE = 2 ** 20;

const DELIVERIES_PER_PAGE = 10;
const EVENTS_PER_PAGE = 200;
/**
 * Maximum results of test webhooks to read. If one kind was sent this often, older results of other kinds are
 * missing.
 */
const MAX_VERDICTS = 50;

/** Events of a session that the page shows as steps, each with its webhooks below. */
const stepTypes = [
  'session.created',
  'session.paid',
  'session.payment_failed',
  'session.failed',
  'session.expired',
  'session.accredited',
  'session.accreditation_failed',
] as const satisfies readonly TraceType[];

/** Tabs of a session's page; each reads only its own data. */
export const sessionTabs = ['story', 'sequence', 'events', 'facts', 'tests', 'compare'] as const;
export type SessionTab = (typeof sessionTabs)[number];

export interface SessionPageData {
  readonly session: SessionRecord;
  readonly clock: AccountClock | undefined;
  readonly settings: StatusSettings;
  readonly deliveries: readonly DeliveryModel[];
  readonly nextCursor: string | null;
  readonly events: readonly EventView[];
  readonly hasEarlier: boolean;
  /** The latest result of each kind of test webhook. */
  readonly probeVerdicts: ReadonlyMap<ProbeKind, EventView>;
  /** True if the receiver accepted a valid webhook; otherwise its refusal of test webhooks proves nothing. */
  readonly hasDelivered: boolean;
}

export interface SessionWindow {
  readonly tab: SessionTab;
  /** Cursor of the deliveries; an unknown cursor shows the first page. */
  readonly cursor?: string | undefined;
  /** Event id; shows only the events before it. */
  readonly before?: number | undefined;
}

/**
 * Reads the contents of a session's page with a few bounded queries, however long its trace is. Returns
 * undefined if the account doesn't have the session.
 */
export async function readSession(
  store: Store,
  account: AccountRecord,
  sessionId: string,
  { tab, cursor, before }: SessionWindow,
): Promise<SessionPageData | undefined> {
  const session = await store.get('session', sessionId);
  if (session?.accountId !== account.id) return undefined;
  const readEvents = async (query: Omit<TraceQuery, 'sessionId' | 'order'>) => {
    const eventPage = await store.trace.page(account.id, { ...query, sessionId, order: 'desc' });
    return { ...eventPage, items: eventPage.items.map(readEvent) };
  };
  const readDeliveries = (pageCursor?: string) =>
    deliveriesOfSession({ store }, account, sessionId, { limit: DELIVERIES_PER_PAGE, cursor: pageCursor });
  const showsEvents = tab === 'sequence' || tab === 'events';
  const [deliveryPage, eventPage, probedEvents, deliveredEvents] = await Promise.all([
    showsEvents || tab === 'facts'
      ? { deliveries: [], nextCursor: null }
      : readDeliveries(cursor).catch((error) => {
          if (error instanceof InvalidCursorError) return readDeliveries();
          throw error;
        }),
    readEvents({
      limit: EVENTS_PER_PAGE,
      maxBytes: EVENT_BYTES_PER_PAGE,
      ...(showsEvents ? before !== undefined && { after: before } : { types: stepTypes }),
    }),
    tab === 'tests' ? readEvents({ types: ['webhook.probed'], limit: MAX_VERDICTS }) : noEvents,
    tab === 'tests' ? readEvents({ types: ['webhook.delivered'], limit: 1 }) : noEvents,
  ]);
  return {
    session,
    clock: account.clock,
    settings: settingsOf(account),
    deliveries: deliveryPage.deliveries,
    nextCursor: deliveryPage.nextCursor,
    events: eventPage.items.toReversed(),
    hasEarlier: eventPage.nextCursor !== null,
    probeVerdicts: latestByKind(probedEvents.items),
    hasDelivered: deliveredEvents.items.length > 0,
  };
}

const noEvents = { items: [] as readonly EventView[] };

function latestByKind(newestFirst: readonly EventView[]): ReadonlyMap<ProbeKind, EventView> {
  const latest = new Map<ProbeKind, EventView>();
  for (const event of newestFirst) {
    const { kind } = event.data;
    if (kind && !latest.has(kind)) latest.set(kind, event);
  }
  return latest;
}
