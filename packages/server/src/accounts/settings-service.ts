import type { AccountSettings, BodyOf, updateSettings } from '@svc-simulator/contract';
import { type AccountRecord, settingsOf } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { type Commit, reply } from '../http/reply.ts';

/** `PUT /console/settings`: merges the validated fields into the account's settings, and answers all of them. */
export function changeSettings(account: AccountRecord, fields: BodyOf<typeof updateSettings>): Commit {
  return {
    scope: { account: account.id, lock: [ref('account', account.id)] },
    decide: (view) => {
      const current = view.get('account', account.id) ?? account;
      const settings = { ...settingsOf(current), ...given(fields) };
      return { result: reply(settings), puts: [put('account', account.id, { ...current, settings })] };
    },
  };
}

/** The fields that were given: an absent one keeps its value (contract section 9). */
function given(fields: BodyOf<typeof updateSettings>): Partial<AccountSettings> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
