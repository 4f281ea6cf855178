import { eventBytes, openEventStream } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';
import type { Store, StoredEvent } from '../store/store.ts';

const PAGE = 500;
/** A reader that has fallen so many events behind is cut off; it comes back with `Last-Event-ID` and loses nothing. */
const BACKLOG_LIMIT = 20_000;

export interface StreamQuery {
  readonly types?: readonly string[] | undefined;
  readonly session_id?: string | undefined;
  /** The last event that the reader has; undefined: from now on. */
  readonly after?: number | undefined;
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
  return openEventStream({ clock, closing, backlogLimit: BACKLOG_LIMIT }, (reader) => {
    const waiting: StoredEvent[] = [];
    let live = false;
    let left = false;
    let sent = query.after ?? 0;
    const send = (event: StoredEvent) => {
      if (event.id <= sent || (query.types && !query.types.includes(event.type))) return;
      if (query.session_id && event.sessionId !== query.session_id) return;
      sent = event.id;
      reader.write(eventBytes(event.json, { id: event.id }));
    };
    const goLive = () => {
      waiting.splice(0).forEach(send);
      live = true;
    };
    const unsubscribe = store.trace.subscribe(accountId, (event) => {
      if (live) send(event);
      else waiting.push(event);
      if (waiting.length > BACKLOG_LIMIT || event.type === 'account.deleted') reader.end();
    });
    if (query.after === undefined) goLive();
    else catchUp(store, accountId, query, send, () => (left ? null : sent)).then(goLive, reader.end);
    return () => {
      left = true;
      unsubscribe();
    };
  });
}

/** Sends, page by page, what was stored before the reader came; `position` is null once it has gone. */
async function catchUp(
  store: Store,
  accountId: string,
  query: StreamQuery,
  send: (event: StoredEvent) => void,
  position: () => number | null,
): Promise<void> {
  for (;;) {
    const after = position();
    if (after === null) return;
    const page = await store.trace.page(accountId, {
      order: 'asc',
      limit: PAGE,
      after,
      ...(query.types && { types: query.types }),
      ...(query.session_id === undefined ? {} : { sessionId: query.session_id }),
    });
    page.items.forEach(send);
    if (page.nextCursor === null) return;
  }
}
