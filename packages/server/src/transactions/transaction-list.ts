import { statusFilterOf } from '@svc-simulator/contract';
import type { TransactionRecord } from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/embedded/every-record.ts';
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
  filter: TransactionFilter,
  sees: Sees,
): Promise<number> {
  const { tag, isWanted } = filtered(filter, sees);
  return (await everyRecord(store, 'transaction', accountId, tag)).filter(isWanted).length;
}

/** The list of the store that has them all, and which ones of it they are. */
function filtered(filter: TransactionFilter, sees: Sees) {
  const wanted = statusFilterOf(filter);
  const [tag] = wanted?.size === 1 ? wanted : [];
  const isWanted: Sees = (transaction) => (wanted?.has(transaction.status) ?? true) && sees(transaction);
  return { tag, isWanted };
}

async function pageOf(
  store: Store,
  accountId: string,
  query: TransactionQuery,
  sees: Sees,
): Promise<Page<TransactionRecord>> {
  const { tag, isWanted } = filtered(query, sees);
  const items: TransactionRecord[] = [];
  let { cursor } = query;
  for (;;) {
    // Never more than still fit, so that the store's own cursor goes on where this page ends.
    const room = query.limit - items.length;
    const page = await store.list('transaction', accountId, { limit: room, tag, cursor });
    items.push(...page.items.filter(isWanted));
    // A page that is shorter than it may be has as many bytes as one answer should have.
    if (page.nextCursor === null || page.items.length < room || items.length >= query.limit) {
      return { items, nextCursor: page.nextCursor };
    }
    cursor = page.nextCursor;
  }
}
