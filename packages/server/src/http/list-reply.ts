import type { Outcome } from '@svc-simulator/contract';
import type { Kind, Records } from '@svc-simulator/core';
import type { Store } from '../store/store.ts';
import { type Reply, reply } from './call.ts';

/** What the query of a list says. */
interface ListCall {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * A page of an account's records, newest first, as the API answers it; `tag` picks one of the lists of the kind.
 * @throws InvalidCursorError
 */
export async function listReply<K extends Kind>(
  store: Store,
  kind: K,
  accountId: string,
  { limit, cursor }: ListCall,
  present: (record: Records[K]) => unknown,
  tag?: string,
): Promise<Outcome<Reply>> {
  const page = await store.list(kind, accountId, {
    limit,
    ...(tag === undefined ? {} : { tag }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return reply(page.items.map(present), { nextCursor: page.nextCursor });
}
