import type { Refusal, Refused } from '@svc-simulator/contract';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import { BrokenStoreError } from '@svc-simulator/store/integrity.ts';
import { InvalidCursorError, type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import { foreignCursor, refuseWith } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { internalError } from './http-refusals.ts';

export function refusalOfError(
  { log, store }: Pick<Runtime, 'log'> & { readonly store: Pick<Store, 'peers'> },
  error: unknown,
  { requestId, callName }: { readonly requestId: string; readonly callName: string },
): Refusal {
  if (error instanceof InvalidCursorError) return foreignCursor(error).refusal;
  if (error instanceof StoreUnavailableError) {
    log('error', 'the store is away', { requestId, cause: String(error.cause ?? error) });
    const why = message('problem.store.unavailable', { store: store.peers ? 'database' : 'disk' });
    return refuseWith(503, 'problem.title.store_unavailable', why, { headers: { 'retry-after': '1' } })
      .refusal;
  }
  if (error instanceof BrokenStoreError) return brokenStoreRefusal(error).refusal;
  log('error', `${callName} failed`, {
    requestId,
    stack: error instanceof Error ? error.stack : String(error),
  });
  return internalError().refusal;
}

/**
 * Returns the refusal that every request gets once the store is broken, because its data can't be trusted.
 */
export function brokenStoreRefusal(error: Error): Refused {
  return refuseWith(500, 'problem.title.out_of_order', brokenStoreMessage(error));
}

export function brokenStoreMessage({ cause }: Error): Message<'problem.store.broken'> {
  return message('problem.store.broken', { why: messageOf(cause) });
}
