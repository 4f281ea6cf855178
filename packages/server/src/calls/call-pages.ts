import { setImmediate } from 'node:timers/promises';
import { PAGE_BYTES, type StorePage } from '@svc-simulator/store/store.ts';
import type { Call, CallLog, CallQuery } from './call-log.ts';

export const CHARACTERS_PER_TURN = 128 * 1024;

/**
 * Searches the log in several turns of the event loop, so that a long search doesn't delay other requests.
 */
export async function findCalls(
  calls: CallLog,
  accountId: string,
  query: CallQuery,
): Promise<StorePage<Call>> {
  const { limit, maxBytes = PAGE_BYTES } = query;
  const items: Call[] = [];
  let { after } = query;
  for (let bytes = 0; ; ) {
    const rest = { limit: limit - items.length, maxBytes: maxBytes - bytes };
    const page = calls.page(accountId, { ...query, ...rest, after, maxCharacters: CHARACTERS_PER_TURN });
    for (const call of page.items) {
      items.push(call);
      bytes += call.size;
    }
    if (page.nextCursor === null || items.length >= limit || bytes >= maxBytes)
      return { items, nextCursor: page.nextCursor };
    after = Number(page.nextCursor);
    await setImmediate();
  }
}

export async function presentCalls<T>(
  calls: readonly Call[],
  present: (call: Call) => T,
): Promise<readonly T[]> {
  const presentedCalls: T[] = [];
  let characters = 0;
  for (const call of calls) {
    presentedCalls.push(present(call));
    characters += call.size;
    if (characters < CHARACTERS_PER_TURN) continue;
    characters = 0;
    await setImmediate();
  }
  return presentedCalls;
}
