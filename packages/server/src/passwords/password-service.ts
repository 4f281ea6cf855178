import { accept, ONE_TIME_PASSWORD_MS, type Outcome } from '@svc-simulator/contract';
import type { AccountRecord, TraceDraft } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { changeAccount } from '../account-change.ts';
import { conflict, invalid, notFound } from '../http/refusals.ts';
import type { Runtime } from '../runtime.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** `POST /console/password`: 400 when the current password is wrong. Answers the account as it is afterwards. */
export async function changePassword(
  runtime: Runtime,
  account: AccountRecord,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<Outcome<AccountRecord>> {
  if (!(await verifyPassword(current, account.passwordHash))) return wrongPassword('/current_password');
  return replacePassword(runtime, account, next);
}

/** Puts a password of the owner's choice in the place of the one that `account` has. */
export async function replacePassword(
  runtime: Runtime,
  account: AccountRecord,
  password: string,
): Promise<Outcome<AccountRecord>> {
  const event = { type: 'account.password_changed', data: {} } as const;
  const replaced = await storePassword(runtime, account, { password, event });
  if (replaced.ok) await runtime.known.replaced(account.id, { password });
  return replaced;
}

/** Gives an account a password that its owner has to replace at the next login; 409 where the simulator tells the password. */
export async function giveOneTimePassword(
  runtime: Runtime,
  account: AccountRecord,
  classId: string,
): Promise<Outcome<{ readonly password: string; readonly until: number }>> {
  if (runtime.known.of(account.id)) return toldPassword;
  const password = runtime.random.base64url(9);
  const until = runtime.clock.now() + ONE_TIME_PASSWORD_MS;
  const event = { type: 'account.password_reset', data: { class_id: classId } } as const;
  const given = await storePassword(runtime, account, { password, event, oneTime: { until, classId } });
  return given.ok ? accept({ password, until }) : given;
}

interface NewPassword {
  readonly password: string;
  readonly event: Pick<TraceDraft, 'type' | 'data'>;
  readonly oneTime?: { readonly until: number; readonly classId: string };
}

/** A merchant profile that has the same password gets the owner's new one too: to its owner they are one. */
async function storePassword(
  runtime: Runtime,
  { id, merchantId, passwordHash: former }: AccountRecord,
  { password, event, oneTime }: NewPassword,
): Promise<Outcome<AccountRecord>> {
  const passwordHash = await hashPassword(password, runtime.settings.passwordCost);
  const profile = merchantId === undefined ? [] : [ref('merchant', merchantId)];
  const wanted = { id, missing: notFound('account'), lock: profile };
  return changeAccount<Outcome<AccountRecord>>(runtime, wanted, (current, view) => {
    // Somebody else has replaced it meanwhile.
    if (current.passwordHash !== former) return { result: wrongPassword('/current_password') };
    const { oneTimePasswordUntil: _, passwordBefore, passwordEpoch = 0, ...rest } = current;
    const before = passwordBefore?.hash ?? former;
    const account: AccountRecord = {
      ...rest,
      passwordHash,
      passwordEpoch: passwordEpoch + 1,
      ...(oneTime && {
        oneTimePasswordUntil: oneTime.until,
        passwordBefore: { hash: before, classId: oneTime.classId },
      }),
    };
    const merchants = oneTime ? [] : profile.flatMap((own) => view.get('merchant', own.id) ?? []);
    return {
      result: accept(account),
      puts: [
        put('account', id, account),
        ...merchants
          .filter(({ passwordHash: own }) => own === former || own === before)
          .map((merchant) => put('merchant', merchant.id, { ...merchant, passwordHash })),
      ],
      events: [{ ...event, at: view.now }],
    };
  });
}

/** The password that was typed to confirm something is not the account's. */
export function wrongPassword(pointer: '/current_password' | '/password') {
  return invalid([{ pointer, detail: 'is not the password of this account' }]);
}

const toldPassword = conflict(
  'This account’s password is told by sim start; its owner changes it with sim account password.',
);
