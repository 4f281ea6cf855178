import { setImmediate } from 'node:timers/promises';
import { type SearchedKind, searchedKinds } from '@svc-simulator/contract';
import { type AccountRecord, isoOf, type Records } from '@svc-simulator/core';
import type { Page, Store } from '@svc-simulator/store/store.ts';
import type { CallLog } from '../calls/call-log.ts';
import { presentedCall } from '../calls/presented-call.ts';
import type { Translate } from '../http/phrasebook.ts';
import type { Runtime } from '../runtime.ts';
import { hitIn, isWithout, standsWithin, type Words } from './search-words.ts';
import { type SearchedRecordKind, searchedRecords } from './searched-records.ts';

export interface SearchQuery {
  readonly words: Words;
  /** Only this kind. */
  readonly kind?: SearchedKind | undefined;
  /** Milliseconds of the account's time: what was made since, and before. */
  readonly from: number;
  readonly until: number;
  /** Most that are answered of each kind. */
  readonly limit: number;
  /** Where an earlier search of the kind ended. */
  readonly cursor?: string | undefined;
  /** Into the reader's language, in which refused calls are then looked for and told, too. */
  readonly translate?: Translate | undefined;
}

export interface FoundItem {
  readonly id: string;
  readonly session_id: string | null;
  readonly title: string;
  readonly state: string | null;
  readonly at: string;
  readonly field: string;
  readonly text: string;
}

export interface FoundGroup {
  readonly kind: SearchedKind;
  readonly found: number;
  readonly next_cursor: string | null;
  readonly items: readonly FoundItem[];
}

/** Records that are looked at in one turn of the event loop, and their bytes. */
const SLICE = 2000;
const SLICE_BYTES = 4 * 2 ** 20;
/** Records of a kind that are looked at, at most, in slices, the newest first; of the one that is asked for alone as of sessions. */
const mostRead: Readonly<Record<SearchedRecordKind, number>> = {
  session: 20_000,
  delivery: 5000,
  transaction: 5000,
  agreement: 1000,
  partner: 1000,
  terminal: 1000,
};
const EVENTS = 1000;
const CALLS = 300;
/** A cursor of calls, and of events: the number of the last one. */
const NUMBER = /^\d{1,16}$/;
/** Of calls and events, which have bodies in them. */
const EVENT_BYTES = 2 * 2 ** 20;

/**
 * What of an account has all the words, by kind: what is the whole text first, then the newest. It reads so much and no
 * more, a slice at a time, and says where it ended.
 * @throws InvalidCursorError
 */
export async function searchAccount(
  { store, calls }: Pick<Runtime, 'store' | 'calls'>,
  { id: accountId }: AccountRecord,
  query: SearchQuery,
): Promise<readonly FoundGroup[]> {
  const groups = await Promise.all(
    (query.kind ? [query.kind] : searchedKinds).map(async (kind): Promise<FoundGroup> => {
      if (kind === 'event') return { kind, ...(await searchEvents(store, accountId, query)) };
      if (kind === 'call') return { kind, ...searchCalls(calls, accountId, query) };
      return { kind, ...(await searchRecords(store, [kind, accountId], query)) };
    }),
  );
  return groups.filter(({ found, next_cursor }) => found > 0 || (query.kind && next_cursor !== null));
}

type Found = Omit<FoundGroup, 'kind'>;

async function searchRecords<K extends SearchedRecordKind>(
  store: Store,
  [kind, accountId]: readonly [K, string],
  { kind: only, words, from, until, limit, cursor: begun }: SearchQuery,
): Promise<Found> {
  const { fieldsOf, amountOf, shown } = searchedRecords[kind];
  const exact: FoundItem[] = [];
  const newest: FoundItem[] = [];
  const most = only ? mostRead.session : mostRead[kind];
  const isUnwanted = (json: string) => isWithout(words, json);
  const pageAfter = (after: string | undefined): Promise<Page<Records[K]>> =>
    store.list(kind, accountId, {
      limit: SLICE,
      maxBytes: SLICE_BYTES,
      isUnwanted,
      cursor: after,
    });
  let found = 0;
  let next = pageAfter(begun);
  for (let read = SLICE; ; read += SLICE) {
    const { items, nextCursor } = await next;
    const isLast = nextCursor === null || read >= most;
    if (!isLast) {
      // A database finds the next slice while this one is looked at; that it failed is told when its turn comes.
      next = pageAfter(nextCursor);
      next.catch(() => {});
    }
    for (const record of items) {
      if (record.createdAt < from || record.createdAt >= until) continue;
      const hit = hitIn(words, fieldsOf(record), amountOf?.(record));
      if (!hit) continue;
      found++;
      const list = hit.isExact ? exact : newest;
      if (list.length >= limit) continue;
      const { sessionId = null, ...known } = shown(record);
      const { field, text } = hit;
      list.push({ ...known, session_id: sessionId, at: isoOf(record.createdAt), field, text });
    }
    if (isLast) return { found, next_cursor: nextCursor, items: [...exact, ...newest].slice(0, limit) };
    await setImmediate();
  }
}

/** Of the calls, those that were refused, as they are shown: with their faults, and without secrets. */
function searchCalls(calls: CallLog, accountId: string, query: SearchQuery): Found {
  const { words, from, until, limit, cursor = '', translate } = query;
  const { items, nextCursor } = calls.page(accountId, {
    order: 'desc',
    limit: CALLS,
    maxBytes: EVENT_BYTES,
    onlyErrors: true,
    ...(NUMBER.test(cursor) && { after: Number(cursor) }),
  });
  const found = items.flatMap((kept): FoundItem[] => {
    if (kept.at < from || kept.at >= until) return [];
    const call = presentedCall(kept);
    const { id, at, method, path, status, operation, request_id } = call;
    const told = [...(translate ? [presentedCall(kept, translate)] : []), call].map(({ detail, faults }) => ({
      detail,
      faults: faults.map((fault) => `${fault.pointer} ${fault.detail}`).join('; '),
    }));
    const hit = hitIn(words, [...told, { path, operation, request_id, status, method }]);
    if (!hit) return [];
    const { field, text } = hit;
    const title = `${method} ${path}`;
    return [{ id: String(id), session_id: null, title, state: String(status), at, field, text }];
  });
  return { found: found.length, next_cursor: nextCursor, items: found.slice(0, limit) };
}

/** Of an event, its type and all that it tells is searched, as JSON; what is shown is the value in which the word stands. */
async function searchEvents(store: Store, accountId: string, query: SearchQuery): Promise<Found> {
  const { words, from, until, limit, cursor = '' } = query;
  const { items, nextCursor } = await store.trace.page(accountId, {
    order: 'desc',
    limit: EVENTS,
    maxBytes: EVENT_BYTES,
    ...(NUMBER.test(cursor) && { after: Number(cursor) }),
  });
  const found = items.flatMap(({ id, type, sessionId, json }): FoundItem[] => {
    if (!words.all.every(({ pattern }) => pattern.test(json))) return [];
    const { at, data }: { readonly at: string; readonly data?: unknown } = JSON.parse(json);
    const atMs = Date.parse(at);
    if (atMs < from || atMs >= until) return [];
    const [{ pattern } = { pattern: /$/ }] = words.all;
    const where = standsWithin(data, pattern) ?? { field: 'type', text: type };
    return [{ id: String(id), session_id: sessionId ?? null, title: type, state: null, at, ...where }];
  });
  return { found: found.length, next_cursor: nextCursor, items: found.slice(0, limit) };
}
