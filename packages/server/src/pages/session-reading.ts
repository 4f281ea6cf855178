import type { ProbeKind } from '@svc-simulator/contract';
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

/** Of events on one page, which shows the beginning of a long one: to render more at once would hold up everybody. */
const SHOWN_BYTES = 2 ** 20;

/** Deliveries on one page: each brings its bytes along. */
const DELIVERIES = 10;
/** Events of the time line on one page. */
const EVENTS = 200;
/** So many verdicts that the latest of each kind is among them, unless somebody repeats one all the time. */
const VERDICTS = 50;

export interface SessionReading {
  readonly session: SessionRecord;
  /** The account's clock, if it has one of its own. */
  readonly clock: AccountClock | undefined;
  readonly settings: StatusSettings;
  /** Newest first. */
  readonly deliveries: readonly DeliveryModel[];
  readonly nextCursor: string | null;
  /** Oldest first. */
  readonly events: readonly EventView[];
  /** There are events before the first of `events`. */
  readonly hasEarlier: boolean;
  /** The latest verdict on each kind of probe. */
  readonly verdicts: ReadonlyMap<ProbeKind, EventView>;
  /** The receiver answered a genuine webhook with 2xx, so that a refused probe means something. */
  readonly hasDelivered: boolean;
}

/** Which part of a long session is shown. */
export interface SessionWindow {
  /** Of the deliveries; the first are shown for one that the store has not given out. */
  readonly cursor?: string | undefined;
  /** Only events before this one. */
  readonly before?: number | undefined;
}

/**
 * Reads what the page of a session of the account shows: a few queries, each of one page, however long the session's trace is.
 */
export async function readSession(
  store: Store,
  account: AccountRecord,
  sessionId: string,
  { cursor, before }: SessionWindow,
): Promise<SessionReading | undefined> {
  const session = await store.get('session', sessionId);
  if (session?.accountId !== account.id) return undefined;
  const events = (query: Omit<TraceQuery, 'sessionId'>) =>
    store.trace.page(account.id, { sessionId, ...query });
  const deliveries = (from?: string) =>
    deliveriesOfSession({ store }, account, sessionId, { limit: DELIVERIES, cursor: from });
  const [page, latest, probed, delivered] = await Promise.all([
    deliveries(cursor).catch((error) => {
      if (error instanceof InvalidCursorError) return deliveries();
      throw error;
    }),
    events({
      limit: EVENTS,
      maxBytes: SHOWN_BYTES,
      order: 'desc',
      ...(before === undefined ? {} : { after: before }),
    }),
    events({ types: ['webhook.probed'], limit: VERDICTS, order: 'desc' }),
    events({ types: ['webhook.delivered'], limit: 1, order: 'desc' }),
  ]);
  return {
    session,
    clock: account.clock,
    settings: settingsOf(account),
    deliveries: page.deliveries,
    nextCursor: page.nextCursor,
    events: latest.items.map(readEvent).reverse(),
    hasEarlier: latest.nextCursor !== null,
    verdicts: latestByKind(probed.items.map(readEvent)),
    hasDelivered: delivered.items.length > 0,
  };
}

function latestByKind(newestFirst: readonly EventView[]): ReadonlyMap<ProbeKind, EventView> {
  const latest = new Map<ProbeKind, EventView>();
  for (const event of newestFirst) {
    const { kind } = event.data;
    if (kind && !latest.has(kind)) latest.set(kind, event);
  }
  return latest;
}
