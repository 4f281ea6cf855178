import { statusFilterOf } from '@svc-simulator/contract';
import type { TransactionRecord } from '@svc-simulator/core';
import type { Page, Store } from '@svc-simulator/store/store.ts';

interface TransactionFilter {
  readonly status?: string;
  readonly 'status[eq]'?: string;
  readonly 'status[in]'?: string;
}

interface TransactionQuery extends TransactionFilter {
  readonly limit: number;
  readonly cursor?: string;
}

type Sees = (transaction: TransactionRecord) => boolean;

/** Most transactions that are read from the store at a time. */
const CHUNK = 1000;

/**
 * A page of an account's transactions, newest first, out of those that the status filter and `sees` let through, and how
 * many they are on all pages.
 * @throws InvalidCursorError
 */
export async function listPage(
  store: Store,
  accountId: string,
  query: TransactionQuery,
  sees: Sees = () => true,
): Promise<Page<TransactionRecord> & { readonly total: number }> {
  const page = await pageOf(store, accountId, query, sees);
  const isWhole = query.cursor === undefined && page.nextCursor === null;
  return { ...page, total: isWhole ? page.items.length : await totalOf(store, accountId, query, sees) };
}

async function totalOf(
  store: Store,
  accountId: string,
  { limit: _limit, cursor: _cursor, ...filter }: TransactionQuery,
  sees: Sees,
): Promise<number> {
  let total = 0;
  let cursor: string | null = null;
  do {
    const query = { ...filter, limit: CHUNK, ...(cursor !== null && { cursor }) };
    const page: Page<TransactionRecord> = await pageOf(store, accountId, query, sees);
    total += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return total;
}

async function pageOf(
  store: Store,
  accountId: string,
  query: TransactionQuery,
  sees: Sees,
): Promise<Page<TransactionRecord>> {
  const wanted = statusFilterOf(query);
  const [only] = wanted?.size === 1 ? wanted : [];
  const items: TransactionRecord[] = [];
  let { cursor } = query;
  for (;;) {
    // Never more than still fit, so that the store's own cursor goes on where this page ends.
    const room = query.limit - items.length;
    const page = await store.list('transaction', accountId, {
      limit: room,
      ...(only ? { tag: only } : {}),
      ...(cursor ? { cursor } : {}),
    });
    for (const item of page.items) if ((wanted?.has(item.status) ?? true) && sees(item)) items.push(item);
    // A page that is shorter than it may be has as many bytes as one answer should have.
    if (page.nextCursor === null || page.items.length < room || items.length >= query.limit) {
      return { items, nextCursor: page.nextCursor };
    }
    cursor = page.nextCursor;
  }
}
