import type { Refusal } from '@svc-simulator/contract';
import { BrokenStoreError } from '@svc-simulator/store/integrity.ts';
import { InvalidCursorError, type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';
import { brokenInside, foreignCursor, outOfOrder, unavailable } from './refusals.ts';

/** Returns true if the store is temporarily unavailable. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StoreUnavailableError;
}

export function refusalOfError(
  { log, store }: Pick<Runtime, 'log'> & { readonly store: Pick<Store, 'peers'> },
  error: unknown,
  { requestId, what }: { readonly requestId: string; readonly what: string },
): Refusal {
  if (error instanceof InvalidCursorError) return foreignCursor(error).refusal;
  if (error instanceof StoreUnavailableError) {
    log('error', 'the store is away', { requestId, cause: String(error.cause ?? error) });
    return unavailable(store.peers ? 'database' : 'disk').refusal;
  }
  if (error instanceof BrokenStoreError) return outOfOrder(error).refusal;
  log('error', `${what} failed`, { requestId, stack: error instanceof Error ? error.stack : String(error) });
  return brokenInside().refusal;
}
