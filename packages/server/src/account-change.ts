import type { AccountRecord } from '@svc-simulator/core';
import { type Change, type DecisionView, type Ref, ref } from '@svc-simulator/store/store.ts';
import type { Runtime } from './runtime.ts';

interface AccountTarget<T> {
  readonly id: string;
  readonly ifMissing: T;
  readonly lock?: readonly Ref[];
}

export function changeAccount<T>(
  { store }: Pick<Runtime, 'store'>,
  { id, ifMissing, lock = [] }: AccountTarget<T>,
  change: (account: AccountRecord, view: DecisionView) => Change<T>,
): Promise<T> {
  return store.transact<T>({ account: id, lock: [ref('account', id), ...lock] }, (view) => {
    const account = view.get('account', id);
    return account ? change(account, view) : { result: ifMissing };
  });
}
