import { setImmediate } from 'node:timers/promises';
import {
  accountOf,
  type DeliveryRecord,
  type Kind,
  type Records,
  type SessionRecord,
  tagsOf,
} from '@svc-simulator/core';
import type { Store, StorePage } from '@svc-simulator/store/store.ts';

export const MAX_COUNTED = 10_000;

const RECORDS_PER_SLICE = 250;
/** Maximum number of records that are read for one page. The cursor continues after the last one read. */
const MAX_RECORDS_READ = 5000;

export interface FilteredQuery {
  readonly tag?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** If a record has this id, the page contains only that record. */
  readonly id?: string | undefined;
}

/**
 * Calls `pick` with an account's records, newest first, and returns a page of its results that aren't
 * undefined. A page can have fewer than `limit` items without being the last one: it ends after
 * `MAX_RECORDS_READ` records, and `nextCursor` continues after them.
 * @throws InvalidCursorError
 */
export async function filteredPage<K extends Kind, T>(
  store: Pick<Store, 'list' | 'get'>,
  [kind, accountId]: readonly [K, string],
  { tag, limit, cursor, id }: FilteredQuery,
  pick: (records: readonly Records[K][]) => Promise<readonly (T | undefined)[]> | readonly (T | undefined)[],
): Promise<StorePage<T>> {
  const record = id !== undefined && cursor === undefined ? await store.get(kind, id) : undefined;
  const isOwnRecord = record && accountOf(kind, record) === accountId;
  if (isOwnRecord && (tag === undefined || tagsOf(kind, record).includes(tag))) {
    const results = await pick([record]);
    return { items: results.filter((item) => item !== undefined), nextCursor: null };
  }
  const items: T[] = [];
  let nextCursor = cursor;
  const listPage = (limit: number) => store.list(kind, accountId, { limit, tag, cursor: nextCursor });
  for (let readCount = 0; ; ) {
    // First reads `limit` records, which fill the page if nothing is filtered out.
    const page = await listPage(
      readCount === 0 ? limit : Math.min(RECORDS_PER_SLICE, MAX_RECORDS_READ - readCount),
    );
    const results = await pick(page.items);
    for (const [index, item] of results.entries()) {
      if (item === undefined) continue;
      items.push(item);
      // The page ends within the slice, so the store has to return a cursor for this record.
      if (items.length === limit && index < results.length - 1)
        return { items, nextCursor: (await listPage(index + 1)).nextCursor };
    }
    readCount += page.items.length;
    if (page.nextCursor === null || items.length === limit || readCount >= MAX_RECORDS_READ)
      return { items, nextCursor: page.nextCursor };
    nextCursor = page.nextCursor;
    await setImmediate();
  }
}

export interface ListSearch {
  /** Matches the text in any case, and an amount also as a JSON number (`25,50` as `25.5`). */
  readonly pattern: RegExp;
  /** The text in lower case, for comparison with the beginning of ids. */
  readonly id: string;
  /** The text as an amount in hundredths; NaN if it isn't an amount. */
  readonly amountMinor: number;
}

const AMOUNT = /^\d{1,12}(?:[.,]\d{1,2})?$/;

export function parseSearch(q = ''): ListSearch | undefined {
  const text = q.trim();
  if (text === '') return undefined;
  const amountMinor = AMOUNT.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : Number.NaN;
  const texts = Number.isNaN(amountMinor) ? [text] : [text, String(amountMinor / 100)];
  return {
    pattern: new RegExp(texts.map(escapePattern).join('|'), 'i'),
    id: text.toLowerCase(),
    amountMinor,
  };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

export function matchesSession(
  { id, amountMinor, fields, payment }: SessionRecord,
  search: ListSearch,
): boolean {
  const { identifier, webhook_url, success_url, failure_url } = fields;
  const payerInputs = Object.values(payment?.payer ?? {});
  const texts = [identifier, webhook_url, success_url, failure_url, ...payerInputs];
  return (
    amountMinor === search.amountMinor ||
    id.startsWith(search.id) ||
    texts.some((text) => typeof text === 'string' && search.pattern.test(text))
  );
}

export function matchesDelivery(
  { id, sessionId, idempotencyKey, url }: DeliveryRecord,
  search: ListSearch,
): boolean {
  return (
    [id, sessionId, idempotencyKey].some((value) => value.startsWith(search.id)) || search.pattern.test(url)
  );
}
