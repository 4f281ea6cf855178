import { statusFilterOf } from '@svc-simulator/contract';
import type { TransactionRecord } from '@svc-simulator/core';
import type { Page, Store } from '../store/store.ts';

interface TransactionQuery {
  readonly status?: string;
  readonly 'status[eq]'?: string;
  readonly 'status[in]'?: string;
  readonly limit: number;
  readonly cursor?: string;
}

/**
 * A page of an account's transactions, newest first, out of those that the status filter and `sees` let through.
 * @throws InvalidCursorError
 */
export async function listPage(
  store: Store,
  accountId: string,
  query: TransactionQuery,
  sees: (transaction: TransactionRecord) => boolean = () => true,
): Promise<Page<TransactionRecord>> {
  const wanted = statusFilterOf(query);
  const [only] = wanted?.size === 1 ? wanted : [];
  const items: TransactionRecord[] = [];
  let { cursor } = query;
  for (;;) {
    // Never more than still fit, so that the store's own cursor goes on where this page ends.
    const page = await store.list('transaction', accountId, {
      limit: query.limit - items.length,
      ...(only ? { tag: only } : {}),
      ...(cursor ? { cursor } : {}),
    });
    for (const item of page.items) if ((wanted?.has(item.status) ?? true) && sees(item)) items.push(item);
    if (page.nextCursor === null || items.length >= query.limit) {
      return { items, nextCursor: page.nextCursor };
    }
    cursor = page.nextCursor;
  }
}
