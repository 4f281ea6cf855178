import { callsKept, faultAt, instantOf, listCalls, operations } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { eventBytes, openEventStream } from '../http/event-stream.ts';
import { problemLanguage } from '../http/problem.ts';
import { parseSearch } from '../lists/filtered-page.ts';
import { problemTexts } from '../refusal-words.ts';
import { invalid } from '../refusals.ts';
import { type Route, replyJson, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import type { Call, CallQuery } from './call-log.ts';
import { CHARACTERS_PER_TURN, findCalls, showCalls } from './call-pages.ts';
import { presentedCall } from './presented-call.ts';

/** Bounds one round of a stream, so that slow readers hold little and masking stays within a turn. */
const STREAM_PAGE = { limit: 50, maxBytes: CHARACTERS_PER_TURN, order: 'asc' } as const;
const PAGE_BYTES = 2 ** 20;
const CACHED_CALLS = 16;

export function callRoutes(runtime: Runtime, closing: AbortSignal): readonly Route[] {
  const bytesOf = presentedOnce();
  return [
    route(listCalls, async ({ account, query, header }) => {
      const {
        errors,
        session_id: sessionId,
        request_id: requestId,
        q,
        // A search covers calls of every tool.
        by = requestId === undefined && q === undefined ? 'program' : 'all',
        since,
        cursor,
        total: counts,
        ...same
      } = query;
      if (cursor !== undefined && !/^\d{1,16}$/.test(cursor))
        return invalid([faultAt('/cursor', 'fault.filter.cursor')]);
      if (same.operation !== undefined && !operations.some(({ id }) => id === same.operation))
        return invalid([faultAt('/operation', 'fault.filter.operation')]);
      const filter: CallQuery = {
        ...same,
        onlyErrors: errors === 'true',
        sessionId,
        requestId,
        by,
        sought: parseSearch(q),
        since: since === undefined ? undefined : (instantOf(since) ?? undefined),
        after: cursor === undefined ? same.after : Number(cursor),
      };
      const t = await problemTexts(problemLanguage(header('accept-language')));
      if (header('accept')?.includes('text/event-stream')) {
        const last = header('last-event-id');
        const after = last !== undefined && /^\d{1,16}$/.test(last) ? Number(last) : filter.after;
        return callStream(runtime, account.id, { filter: { ...filter, after }, bytesOf, t, closing });
      }
      const { items, nextCursor } = await findCalls(runtime.calls, account.id, {
        ...filter,
        maxBytes: PAGE_BYTES,
      });
      const texts = await showCalls(items, (call) => JSON.stringify(presentedCall(call, t)));
      const all = { ...filter, limit: callsKept.calls, maxBytes: Number.POSITIVE_INFINITY };
      const total = counts && !filter.sought ? runtime.calls.page(account.id, all).items.length : undefined;
      return replyJson(`[${texts.join(',')}]`, { nextCursor, total });
    }),
  ];
}

/** Caches the latest stream messages, so that each call is masked once for all streams. */
function presentedOnce() {
  const latest = new Map<string, Uint8Array>();
  return (call: Call, t: Texts): Uint8Array => {
    const key = `${call.id} ${t.lang}`;
    const cachedMessage = latest.get(key);
    if (cachedMessage) return cachedMessage;
    const bytes = eventBytes(JSON.stringify(presentedCall(call, t)), { id: call.id });
    latest.set(key, bytes);
    const [oldest] = latest.keys();
    if (latest.size > CACHED_CALLS && oldest !== undefined) latest.delete(oldest);
    return bytes;
  };
}

interface StreamOptions {
  readonly filter: CallQuery;
  readonly bytesOf: ReturnType<typeof presentedOnce>;
  readonly t: Texts;
  readonly closing: AbortSignal;
}

/** Streams the log as events: calls after `after`, then each new call once its response was sent. */
function callStream(
  { clock, calls }: Pick<Runtime, 'clock' | 'calls'>,
  accountId: string,
  { filter, bytesOf, t, closing }: StreamOptions,
): Response {
  return openEventStream({ clock, closing }, (reader) => {
    let sentId = filter.after ?? calls.lastId;
    let left = false;
    let isSending = false;
    const send = async () => {
      if (isSending) return;
      isSending = true;
      for (;;) {
        await reader.drained();
        if (left) return;
        const { items } = await findCalls(calls, accountId, { ...filter, ...STREAM_PAGE, after: sentId });
        if (items.length === 0) break;
        await showCalls(items, (call) => {
          sentId = call.id;
          reader.write(bytesOf(call, t));
        });
      }
      isSending = false;
    };
    const unsubscribe = calls.subscribe(accountId, () => void send());
    void send();
    return () => {
      left = true;
      unsubscribe();
    };
  });
}
