import { accept, type Outcome } from '@svc-simulator/contract';
import type { AccountRecord, Kind } from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/embedded/every-record.ts';
import { put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { dissolveClass } from '../classes/class-trainer.ts';
import { leaveClass } from '../classes/membership.ts';
import { ownData } from '../control/reset.ts';
import { conflict } from '../http/refusals.ts';
import { verifyPassword } from '../passwords/password.ts';
import { wrongPassword } from '../passwords/password-service.ts';
import type { Runtime } from '../runtime.ts';

/** What an account has beyond what a reset drops. */
const credentials: readonly Kind[] = ['account', 'name', 'token', 'certificate', 'merchant', 'relay'];

/**
 * `DELETE /console/account`: the account with all that it has, under way or not; 400 when the password is wrong, 409 for one
 * whose credentials the simulator tells. First its classes go, one after the other, then the rest at once: whoever is cut
 * off in between still has the account, and may delete it again.
 */
export async function deleteAccount(
  runtime: Runtime,
  account: AccountRecord,
  password: string,
): Promise<Outcome<{ readonly accountId: string }>> {
  const { store, known } = runtime;
  const { id } = account;
  if (known.of(id)) return told;
  if (!(await verifyPassword(password, account.passwordHash))) return wrongPassword('/password');
  for (const owned of await everyRecord(store, 'class', id)) await dissolveClass(runtime, owned);
  await leaveClass(runtime, id);
  const terminals = await everyRecord(store, 'terminal', id);
  const serials = [...new Set(terminals.map(({ serial }) => serial))].map((serial) => ref('serial', serial));
  const scope = { account: id, lock: [ref('account', id), ...serials], exclusive: true };
  await store.transact(scope, (view) => ({
    result: null,
    clear: [...ownData, ...credentials],
    clearTrace: true,
    puts: serials.map(({ id: serial }) => {
      const accountIds = view.get('serial', serial)?.accountIds ?? [];
      return put('serial', serial, { accountIds: accountIds.filter((other) => other !== id) });
    }),
    // The one thing that is left: it tells relays and live readers on every instance, and opens to nobody.
    events: [{ type: 'account.deleted', at: view.now, data: {} }],
  }));
  runtime.calls.forget(id);
  return accept({ accountId: id });
}

const told = conflict(message('problem.account.told'));
