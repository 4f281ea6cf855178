import { callLogLimits, faultAt, listCalls, operations, parseInstant } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { loadProblemTexts } from '../format-refusal.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import { problemLanguage } from '../http/problem.ts';
import { parseSearch } from '../lists/filtered-page.ts';
import { invalid } from '../refusals.ts';
import { type Route, replyJson, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import type { Call, CallQuery } from './call-log.ts';
import { CHARACTERS_PER_TURN, findCalls, presentCalls } from './call-pages.ts';
import { presentCall } from './present-call.ts';

/**
 * Limits the calls that a stream masks and queues at a time. So a slow reader uses little memory, and masking
 * delays no other requests.
 */
const STREAM_PAGE = { limit: 50, maxBytes: CHARACTERS_PER_TURN, order: 'asc' } as const;
const LIST_PAGE_BYTES = 2 ** 20;
const CACHED_CALLS = 16;

export function callRoutes(runtime: Runtime, closing: AbortSignal): readonly Route[] {
  const encodeCall = createMessageCache();
  return [
    route(listCalls, async ({ account, query, header }) => {
      const {
        errors,
        session_id: sessionId,
        request_id: requestId,
        q,
        // By default, only a search includes the calls of tools.
        by = requestId === undefined && q === undefined ? 'program' : 'all',
        since,
        cursor,
        total: hasTotal,
        ...filters
      } = query;
      if (cursor !== undefined && !/^\d{1,16}$/.test(cursor))
        return invalid([faultAt('/cursor', 'fault.filter.cursor')]);
      if (filters.operation !== undefined && !operations.some(({ id }) => id === filters.operation))
        return invalid([faultAt('/operation', 'fault.filter.operation')]);
      const filter: CallQuery = {
        ...filters,
        onlyErrors: errors === 'true',
        sessionId,
        requestId,
        by,
        search: parseSearch(q),
        since: since === undefined ? undefined : (parseInstant(since) ?? undefined),
        after: cursor === undefined ? filters.after : Number(cursor),
      };
      const t = await loadProblemTexts(problemLanguage(header('accept-language')));
      if (header('accept')?.includes('text/event-stream')) {
        const lastEventId = header('last-event-id');
        const after =
          lastEventId !== undefined && /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : filter.after;
        return callStream(runtime, account.id, { filter: { ...filter, after }, encodeCall, t, closing });
      }
      const { items, nextCursor } = await findCalls(runtime.calls, account.id, {
        ...filter,
        maxBytes: LIST_PAGE_BYTES,
      });
      const texts = await presentCalls(items, (call) => JSON.stringify(presentCall(call, t)));
      const all = { ...filter, limit: callLogLimits.calls, maxBytes: Number.POSITIVE_INFINITY };
      const total = hasTotal && !filter.search ? runtime.calls.page(account.id, all).items.length : undefined;
      return replyJson(`[${texts.join(',')}]`, { nextCursor, total });
    }),
  ];
}

/** Caches the latest messages, so that each call is masked once for all streams. */
function createMessageCache() {
  const messages = new Map<string, Uint8Array>();
  return (call: Call, t: Texts): Uint8Array => {
    const key = `${call.id} ${t.lang}`;
    const cachedMessage = messages.get(key);
    if (cachedMessage) return cachedMessage;
    const bytes = eventBytes(JSON.stringify(presentCall(call, t)), { id: call.id });
    messages.set(key, bytes);
    const [oldest] = messages.keys();
    if (messages.size > CACHED_CALLS && oldest !== undefined) messages.delete(oldest);
    return bytes;
  };
}

interface CallStreamOptions {
  readonly filter: CallQuery;
  readonly encodeCall: ReturnType<typeof createMessageCache>;
  readonly t: Texts;
  readonly closing: AbortSignal;
}

/** Streams the log as events: first the calls after `after`, then each new call. */
function callStream(
  { clock, calls }: Pick<Runtime, 'clock' | 'calls'>,
  accountId: string,
  { filter, encodeCall, t, closing }: CallStreamOptions,
): Response {
  return openEventStream({ clock, closing }, (reader) => {
    let sentId = filter.after ?? calls.lastId;
    let isClosed = false;
    let isSending = false;
    const send = async () => {
      if (isSending) return;
      isSending = true;
      for (;;) {
        await reader.waitUntilDrained();
        if (isClosed) return;
        const { items } = await findCalls(calls, accountId, { ...filter, ...STREAM_PAGE, after: sentId });
        if (items.length === 0) break;
        await presentCalls(items, (call) => {
          sentId = call.id;
          reader.write(encodeCall(call, t));
        });
      }
      isSending = false;
    };
    const unsubscribe = calls.subscribe(accountId, () => void send());
    void send();
    return () => {
      isClosed = true;
      unsubscribe();
    };
  });
}
