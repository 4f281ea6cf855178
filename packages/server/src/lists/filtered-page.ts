import { setImmediate } from 'node:timers/promises';
import {
  accountOf,
  type DeliveryRecord,
  type Kind,
  type Records,
  type SessionRecord,
  tagsOf,
} from '@svc-simulator/core';
import type { Page, Store } from '@svc-simulator/store/store.ts';

/** Counting ends here: of more, nobody needs to know how many. */
export const MOST_COUNTED = 10_000;

/** Records that are looked at in one turn of the event loop. */
const SLICE = 250;
/** Records that are looked at for one page; its cursor goes on after them. */
const MOST_READ = 5000;

export interface FilteredQuery {
  /** One of the lists of the kind. */
  readonly tag?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Looked up first: a record of this id is all that there is. */
  readonly id?: string | undefined;
}

/**
 * A page of what `pick` makes of an account's records, newest first; it makes undefined of those that are not wanted, and
 * answers for each of those that it is given. The page may be short, or empty, and not be the last one: where few are
 * wanted, it ends after `MOST_READ` records, and `nextCursor` goes on there.
 * @throws InvalidCursorError
 */
export async function filteredPage<K extends Kind, T>(
  store: Pick<Store, 'list' | 'get'>,
  [kind, accountId]: readonly [K, string],
  { tag, limit, cursor, id }: FilteredQuery,
  pick: (records: readonly Records[K][]) => Promise<readonly (T | undefined)[]> | readonly (T | undefined)[],
): Promise<Page<T>> {
  const named = id !== undefined && cursor === undefined ? await store.get(kind, id) : undefined;
  const isOwn = named && accountOf(kind, named) === accountId;
  if (isOwn && (tag === undefined || tagsOf(kind, named).includes(tag))) {
    const picked = await pick([named]);
    return { items: picked.filter((item) => item !== undefined), nextCursor: null };
  }
  const items: T[] = [];
  let at = cursor;
  const listed = (most: number) => store.list(kind, accountId, { limit: most, tag, cursor: at });
  for (let read = 0; ; ) {
    // Where all are wanted, one read is a page.
    const page = await listed(read === 0 ? limit : Math.min(SLICE, MOST_READ - read));
    const picked = await pick(page.items);
    for (const [index, item] of picked.entries()) {
      if (item === undefined) continue;
      items.push(item);
      // Where it ends within the slice, the store says how to go on from there.
      if (items.length === limit && index < picked.length - 1)
        return { items, nextCursor: (await listed(index + 1)).nextCursor };
    }
    read += page.items.length;
    if (page.nextCursor === null || items.length === limit || read >= MOST_READ)
      return { items, nextCursor: page.nextCursor };
    at = page.nextCursor;
    await setImmediate();
  }
}

/** What `q` of a list asks for. */
export interface Sought {
  /** Fits where the text stands, in either case; of an amount, also as JSON writes it. */
  readonly pattern: RegExp;
  /** The text as ids are written: one is this, or begins with it. */
  readonly id: string;
  /** What it is as an amount, in hundredths; NaN: none. */
  readonly amountMinor: number;
}

/** An amount with a point or a comma. */
const AMOUNT = /^\d{1,12}(?:[.,]\d{1,2})?$/;

/** Reads `q`; undefined where nothing is asked for. */
export function soughtBy(q = ''): Sought | undefined {
  const text = q.trim();
  if (text === '') return undefined;
  const amountMinor = AMOUNT.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : Number.NaN;
  const texts = Number.isNaN(amountMinor) ? [text] : [text, String(amountMinor / 100)];
  return { pattern: new RegExp(texts.map(literal).join('|'), 'i'), id: text.toLowerCase(), amountMinor };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Whether it is found by its identifier, its id, its amount, what the payer typed, or a URL. */
export function isSoughtSession(
  { id, amountMinor, fields, payment }: SessionRecord,
  sought: Sought,
): boolean {
  const { identifier, webhook_url, success_url, failure_url } = fields;
  const typed = Object.values(payment?.payer ?? {});
  const texts = [identifier, webhook_url, success_url, failure_url, ...typed];
  return (
    amountMinor === sought.amountMinor ||
    id.startsWith(sought.id) ||
    texts.some((text) => typeof text === 'string' && sought.pattern.test(text))
  );
}

/** Whether it is found by its id, that of its session or its idempotency key, or its URL. */
export function isSoughtDelivery(
  { id, sessionId, idempotencyKey, url }: DeliveryRecord,
  sought: Sought,
): boolean {
  return [id, sessionId, idempotencyKey].some((one) => one.startsWith(sought.id)) || sought.pattern.test(url);
}
