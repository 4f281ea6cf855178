import type { AccountRecord } from '@svc-simulator/core';
import { type Change, type Ref, ref, type View } from '@svc-simulator/store/store.ts';
import type { Runtime } from './runtime.ts';

interface Changed<T> {
  readonly id: string;
  /** The result when the account is gone. */
  readonly missing: T;
  /** What else is locked. */
  readonly lock?: readonly Ref[];
}

/** Commits what `change` makes of an account, whose record nobody else changes meanwhile. */
export function changeAccount<T>(
  { store }: Pick<Runtime, 'store'>,
  { id, missing, lock = [] }: Changed<T>,
  change: (account: AccountRecord, view: View) => Change<T>,
): Promise<T> {
  return store.transact<T>({ account: id, lock: [ref('account', id), ...lock] }, (view) => {
    const account = view.get('account', id);
    return account ? change(account, view) : { result: missing };
  });
}
