import type { Records } from '@svc-simulator/core';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { type put, type Ref, ref, type Store } from '../src/store.ts';

export interface StoreFixture {
  readonly store: Store;
  readonly clock: ManualClock;
}

export type Begin<O extends StoreFixture = StoreFixture> = () => Promise<O>;

export const ONE_DAY_MS = 86_400_000;
export const START_TIME = new ManualClock().now();

export function range(from: number, to: number): string[] {
  return Array.from({ length: from - to + 1 }, (_, step) => `s${from - step}`);
}

export function counterOf(record: Records['partner'] | undefined): number {
  return (record?.fields.count as number | undefined) ?? 0;
}

export async function eventTypes(store: Store, account: string): Promise<string[]> {
  return (await store.trace.page(account, { limit: 1000, order: 'asc' })).items.map(({ type }) => type);
}

export function saveRecord(store: Store, ...puts: ReturnType<typeof put>[]): Promise<void> {
  const account = puts.map(({ value }) => (value as { accountId?: string }).accountId)[0] ?? 'a';
  return store.transact({ account, lock: puts.map(({ kind, id }) => ref(kind, id)) }, () => ({
    result: undefined,
    puts,
  }));
}

export function removeRecord(store: Store, account: string, target: Ref): Promise<void> {
  return store.transact({ account, lock: [target] }, () => ({ result: undefined, deletes: [target] }));
}

export function noteEvent(store: Store, account: string, at = START_TIME): Promise<void> {
  return store.transact({ account }, () => ({
    result: undefined,
    events: [{ type: 'login.succeeded', at, data: { surface: 'api' } }],
  }));
}
