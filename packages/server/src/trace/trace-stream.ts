import type { StoredEvent } from '@svc-simulator/store/store.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';
import { presentedJson } from './presented-event.ts';

const PAGE = 500;
/** A reader that leaves so much unread gets what follows out of the store, at its own pace. */
const MOST_AHEAD_BYTES = 256 * 1024;

/** Lets what reads much wait for its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface StreamQuery {
  readonly types?: readonly string[] | undefined;
  readonly session_id?: string | undefined;
  /** The last event that the reader has; undefined: from now on. */
  readonly after?: number | undefined;
  readonly inTurn?: InTurn | undefined;
}

/**
 * The live trace as an event stream (contract section 5): what came after `after`, then each event as it is stored. Each
 * message has the trace event as `data`, its id as `id`.
 */
export function traceStream(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  accountId: string,
  query: StreamQuery,
  closing: AbortSignal,
): Response {
  const inTurn: InTurn = query.inTurn ?? ((work) => work());
  return openEventStream({ clock, closing }, (reader) => {
    let sent = query.after ?? 0;
    let left = false;
    /** What was stored while a page was read; null when nobody listens, since the next page will have it. */
    let late: StoredEvent[] | null = null;
    let isLive = query.after === undefined;
    const send = (event: StoredEvent) => {
      if (event.id <= sent || (query.types && !query.types.includes(event.type))) return;
      if (query.session_id && event.sessionId !== query.session_id) return;
      sent = event.id;
      reader.write(eventBytes(presentedJson(event), { id: event.id }));
    };
    /** Sends the next page; answers whether there is more. */
    const sendPage = async () => {
      late = [];
      const { items, nextCursor } = await store.trace.page(accountId, {
        order: 'asc',
        limit: PAGE,
        maxBytes: MOST_AHEAD_BYTES,
        after: sent,
        types: query.types,
        sessionId: query.session_id,
      });
      items.forEach(send);
      isLive = nextCursor === null;
      if (isLive) late.forEach(send);
      late = null;
      return !isLive;
    };
    const catchUp = async () => {
      isLive = false;
      for (let hasMore = true; hasMore && !left; ) {
        await reader.drained();
        hasMore = await inTurn(sendPage);
      }
    };
    const unsubscribe = store.trace.subscribe(accountId, (event) => {
      if (isLive) send(event);
      else late?.push(event);
      if (event.type === 'account.deleted') reader.end();
      else if (isLive && reader.waitingBytes > MOST_AHEAD_BYTES) catchUp().catch(() => reader.end());
    });
    if (!isLive) catchUp().catch(() => reader.end());
    return () => {
      left = true;
      unsubscribe();
    };
  });
}
