import type { Kind, Records } from '@svc-simulator/core';
import type { Store, StorePage } from './store.ts';

const A_PAGE = 1000;

/**
 * Returns all records of a kind, or of one of its lists (`tag`), newest first, with a call of the store for
 * each page.
 */
export async function everyRecord<K extends Kind>(
  store: Store,
  kind: K,
  accountId: string,
  tag?: string,
): Promise<Records[K][]> {
  const records: Records[K][] = [];
  let cursor: string | undefined;
  do {
    const page: StorePage<Records[K]> = await store.list(kind, accountId, { limit: A_PAGE, tag, cursor });
    records.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return records;
}
