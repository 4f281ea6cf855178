import type { AccountRecord, Kind } from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/every-record.js';
import { put, ref } from '@svc-simulator/store/store.ts';
import { dissolveClass } from '../classes/class-trainer.ts';
import { leaveClass } from '../classes/membership.ts';
import { resettableKinds } from '../control/control-routes.ts';
import type { Runtime } from '../runtime.ts';

/** Records that a deletion removes and a reset keeps. */
const credentialKinds: readonly Kind[] = ['account', 'name', 'token', 'certificate', 'merchant', 'relay'];

/**
 * Deletes an account with all its data. Dissolves its classes first: if the deletion is interrupted, the
 * account still exists, and the deletion can be repeated. Calls `isRemovable` under the lock and keeps the
 * account if it returns false.
 */
export async function removeAccount(
  runtime: Runtime,
  id: string,
  isRemovable: (account: AccountRecord) => boolean = () => true,
): Promise<void> {
  const { store } = runtime;
  for (const classRecord of await everyRecord(store, 'class', id)) await dissolveClass(runtime, classRecord);
  await leaveClass(runtime, id);
  const terminals = await everyRecord(store, 'terminal', id);
  const serials = [...new Set(terminals.map(({ serial }) => serial))].map((serial) => ref('serial', serial));
  const scope = { account: id, lock: [ref('account', id), ...serials], exclusive: true };
  const isRemoved = await store.transact(scope, (view) => {
    const account = view.get('account', id);
    if (!account || !isRemovable(account)) return { result: false };
    return {
      result: true,
      clear: [...resettableKinds, ...credentialKinds],
      clearTrace: true,
      puts: serials.map(({ id: serial }) => {
        const accountIds = view.get('serial', serial)?.accountIds ?? [];
        return put('serial', serial, { accountIds: accountIds.filter((ownerId) => ownerId !== id) });
      }),
      // The trace keeps only this event, which notifies relays and live readers on every instance.
      events: [{ type: 'account.deleted', at: view.now, data: {} }],
    };
  });
  if (isRemoved) runtime.calls.forget(id);
}
