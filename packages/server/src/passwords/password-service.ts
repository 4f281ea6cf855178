import { accept, faultAt, ONE_TIME_PASSWORD_MS, type Outcome } from '@svc-simulator/contract';
import type { AccountRecord, TraceDraft } from '@svc-simulator/core';
import { type DecisionView, type Put, put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { changeAccount } from '../account-change.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { isAccountKey, isOfPassword } from '../tokens/account-tokens.ts';
import { hashPassword } from './password.ts';

/**
 * Replaces the account's password and ends all tokens and browser logins except `keptTokenIds`. Null keeps
 * all of them.
 */
export function replacePassword(
  runtime: Runtime,
  account: AccountRecord,
  password: string,
  keptTokenIds: readonly string[] | null = [],
): Promise<Outcome<AccountRecord>> {
  const isOneTime = account.oneTimePasswordUntil !== undefined;
  const data = { others_kept: keptTokenIds === null, ...(isOneTime && { one_time_used: true }) };
  const event = { type: 'account.password_changed', data } as const;
  return storePassword(runtime, account, { password, event, keptTokenIds });
}

/**
 * Gives an account a password that must be replaced at the next login; 409 for an account whose password is
 * printed at start. A password from a trainer ends with the class membership. For a password from the
 * operator, also stores the operator's act.
 */
export async function giveOneTimePassword(
  runtime: Runtime,
  account: AccountRecord,
  giver: { readonly classId: string } | { readonly act: Put<'operator_act'> },
): Promise<Outcome<{ readonly password: string; readonly until: number }>> {
  if (runtime.knownAccounts.find(account.id)) return shownPasswordConflict;
  const password = runtime.random.base64url(9);
  const until = runtime.clock.now() + ONE_TIME_PASSWORD_MS;
  const classId = 'classId' in giver ? giver.classId : undefined;
  const data = classId === undefined ? { by: 'operator' } : { class_id: classId };
  const event = { type: 'account.password_reset', data } as const;
  const outcome = await storePassword(runtime, account, {
    password,
    event,
    keptTokenIds: null,
    oneTime: { until, classId },
    puts: 'act' in giver ? [giver.act] : [],
  });
  return outcome.ok ? accept({ password, until }) : outcome;
}

interface NewPassword {
  readonly password: string;
  readonly event: Pick<TraceDraft, 'type' | 'data'>;
  /** Null keeps all tokens. */
  readonly keptTokenIds: readonly string[] | null;
  readonly oneTime?: { readonly until: number; readonly classId: string | undefined };
  readonly puts?: readonly Put[];
}

/**
 * Stores a password. A one-time password is stored only in the account. Any other password is also stored in
 * the merchant profile if the profile had the account's password, or if `keptTokenIds` isn't null.
 */
async function storePassword(
  runtime: Runtime,
  { id, merchantId, passwordHash: formerHash }: AccountRecord,
  { password, event, keptTokenIds, oneTime, puts = [] }: NewPassword,
): Promise<Outcome<AccountRecord>> {
  const passwordHash = await hashPassword(password, runtime.settings.passwordCost);
  const profileRefs = merchantId === undefined ? [] : [ref('merchant', merchantId)];
  const keptTokenRefs = (keptTokenIds ?? []).map((tokenId) => ref('token', tokenId));
  const target = { id, ifMissing: notFound('account'), lock: [...profileRefs, ...keptTokenRefs] };
  return changeAccount<Outcome<AccountRecord>>(runtime, target, (current, view) => {
    if (current.passwordHash !== formerHash)
      return { result: oneTime ? passwordChangedConflict : wrongPassword('/current_password') };
    const { oneTimePasswordUntil, passwordBefore, ...rest } = current;
    const ownPassword = passwordBefore ?? {
      hash: formerHash,
      ...(oneTimePasswordUntil !== undefined && { oneTimePasswordUntil }),
    };
    const { passwordEpoch = 0, tokenEpoch = 0, key } = current;
    const keepsAccountKey = keptTokenRefs.some(({ id: tokenId }) => {
      const token = view.get('token', tokenId);
      return token !== undefined && isAccountKey(current, token) && isOfPassword(token, current);
    });
    const account: AccountRecord = {
      ...rest,
      key: keptTokenIds && !keepsAccountKey ? { revokedAt: runtime.clock.now(), ...key } : key,
      passwordHash,
      ...((keptTokenIds || oneTime) && { passwordEpoch: passwordEpoch + 1 }),
      ...(keptTokenIds && { tokenEpoch: tokenEpoch + 1 }),
      ...(oneTime && { oneTimePasswordUntil: oneTime.until }),
      ...(oneTime?.classId !== undefined && { passwordBefore: { ...ownPassword, classId: oneTime.classId } }),
    };
    const merchants = oneTime
      ? []
      : profileRefs.flatMap((profileRef) => view.get('merchant', profileRef.id) ?? []);
    return {
      result: accept(account),
      puts: [
        put('account', id, account),
        ...puts,
        ...keptTokenRefs.flatMap(({ id: tokenId }) => tokenPuts(tokenId, view, current, account)),
        ...merchants
          .filter(
            ({ passwordHash: hash }) => keptTokenIds || hash === formerHash || hash === ownPassword.hash,
          )
          .map((merchant) => put('merchant', merchant.id, { ...merchant, passwordHash })),
      ],
      events: [{ ...event, at: view.now }],
    };
  });
}

/**
 * Returns the put that gives a token the epoch of the new password, so that the token stays valid; none if
 * the token had already ended.
 */
function tokenPuts(
  id: string,
  view: DecisionView,
  current: AccountRecord,
  next: AccountRecord,
): readonly Put[] {
  const token = view.get('token', id);
  if (!token || token.revokedAt !== undefined || !isOfPassword(token, current)) return [];
  const { passwordEpoch = 0, tokenEpoch = 0 } = next;
  if (token.kind !== 'browser') return [put('token', id, { ...token, tokenEpoch })];
  const { grantedBy: _, ...rest } = token;
  return [put('token', id, { ...rest, passwordEpoch })];
}

export function wrongPassword(pointer: '/current_password' | '/password') {
  return invalid([faultAt(pointer, 'fault.account.password')]);
}

const shownPasswordConflict = conflict(message('problem.account.password_printed_at_start'));

const passwordChangedConflict = conflict(message('problem.account.password_changed'));
