import type { Kind, Records } from '@svc-simulator/core';
import type { Store, StorePage } from './store.ts';

const PAGE_SIZE = 1000;

/** Returns all records of a kind, or only those with the tag, newest first. */
export async function everyRecord<K extends Kind>(
  store: Store,
  kind: K,
  accountId: string,
  tag?: string,
): Promise<Records[K][]> {
  const records: Records[K][] = [];
  let cursor: string | undefined;
  do {
    const page: StorePage<Records[K]> = await store.list(kind, accountId, { limit: PAGE_SIZE, tag, cursor });
    records.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return records;
}
