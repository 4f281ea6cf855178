import type { Runtime } from '../runtime.ts';
import type { StoredEvent } from '../store/store.ts';

const COMMENT_EVERY_MS = 15_000;
const PAGE = 500;
/** A reader that has fallen so many events behind is cut off; it comes back with `Last-Event-ID` and loses nothing. */
const BACKLOG_LIMIT = 20_000;

export interface StreamQuery {
  readonly type?: string | undefined;
  readonly session_id?: string | undefined;
  /** The last event that the reader has; undefined: from now on. */
  readonly after?: number | undefined;
}

/**
 * The live trace as an event stream (contract section 5): what came after `after`, then each event as it is stored, and
 * a comment every 15 s. Each message has the trace event as `data`, its id as `id`.
 */
export function traceStream(
  runtime: Runtime,
  accountId: string,
  query: StreamQuery,
  closing: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  const waiting: StoredEvent[] = [];
  let live = false;
  let sent = query.after ?? 0;
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const send = (event: StoredEvent) => {
        if (event.id <= sent || (query.type && event.type !== query.type)) return;
        if (query.session_id && event.sessionId !== query.session_id) return;
        sent = event.id;
        write(`id: ${event.id}\ndata: ${event.json}\n\n`);
      };
      const unsubscribe = runtime.store.trace.subscribe(accountId, (event) => {
        if (!live) waiting.push(event);
        else send(event);
        if (waiting.length > BACKLOG_LIMIT || (controller.desiredSize ?? 0) < -BACKLOG_LIMIT) end();
      });
      let cancelTimer = () => {};
      const beat = () => {
        cancelTimer = runtime.clock.at(runtime.clock.now() + COMMENT_EVERY_MS, () => {
          write(': still here\n\n');
          beat();
        });
      };
      end = () => {
        end = () => {};
        unsubscribe();
        cancelTimer();
        closing.removeEventListener('abort', onClosing);
        controller.close();
      };
      const onClosing = () => end();
      closing.addEventListener('abort', onClosing);
      write(': connected\n\n');
      beat();
      if (query.after !== undefined) await catchUp(runtime, accountId, query, send, () => sent);
      waiting.forEach(send);
      waiting.length = 0;
      live = true;
    },
    cancel() {
      end();
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  });
}

/** Sends, page by page, what was stored before the reader came. */
async function catchUp(
  runtime: Runtime,
  accountId: string,
  query: StreamQuery,
  send: (event: StoredEvent) => void,
  position: () => number,
): Promise<void> {
  for (;;) {
    const page = await runtime.store.trace.page(accountId, {
      order: 'asc',
      limit: PAGE,
      after: position(),
      ...(query.type === undefined ? {} : { type: query.type }),
      ...(query.session_id === undefined ? {} : { sessionId: query.session_id }),
    });
    page.forEach(send);
    if (page.length < PAGE) return;
  }
}
