import type { Outcome } from '@svc-simulator/contract';
import type { Kind, Records } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import { type Reply, reply } from '../route.ts';

interface ListCall<K extends Kind> {
  readonly accountId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly tag?: string | undefined;
  readonly present: (record: Records[K]) => unknown;
}

/**
 * Returns a page of an account's records in their API form, newest first.
 * @throws InvalidCursorError
 */
export async function listReply<K extends Kind>(
  store: Store,
  kind: K,
  { accountId, limit, cursor, tag, present }: ListCall<K>,
): Promise<Outcome<Reply>> {
  const page = await store.list(kind, accountId, { limit, tag, cursor });
  return reply(page.items.map(present), { nextCursor: page.nextCursor });
}
