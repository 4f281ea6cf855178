import { isNameOf, membersOf } from '@svc-simulator/contract';
import type { AccountRecord } from '../records.ts';

/**
 * Treatment of each account field by snapshots: saved as it is, kept on loading because it gives access or
 * identifies the account, or saved in another form.
 */
const accountFields = {
  id: 'saved',
  shortName: 'saved',
  demoAgreementId: 'saved',
  passwordHash: 'stays',
  passwordEpoch: 'stays',
  tokenEpoch: 'stays',
  revocations: 'stays',
  oneTimePasswordUntil: 'stays',
  passwordBefore: 'stays',
  webhookSecret: 'stays',
  previousWebhookSecret: 'stays',
  key: 'stays',
  consoleTokenId: 'stays',
  classId: 'stays',
  merchantId: 'otherwise',
  settings: 'otherwise',
  clock: 'otherwise',
  createdAt: 'otherwise',
  timeShiftMs: 'otherwise',
  creditIdsFrom: 'otherwise',
  chaos: 'otherwise',
  script: 'otherwise',
} as const satisfies Record<keyof AccountRecord, 'saved' | 'stays' | 'otherwise'>;

/** Returns the fields that a snapshot saves as they are, or those that it never changes. */
export function fieldsOf(account: AccountRecord, which: 'saved' | 'own'): Partial<AccountRecord> {
  const fates = which === 'saved' ? ['saved'] : ['saved', 'stays'];
  const fields = Object.entries(account);
  return Object.fromEntries(
    fields.filter(([name]) => isNameOf(accountFields, name) && fates.includes(accountFields[name])),
  );
}

/** The only time stored as text: a request's due date as sent. */
export const DUE_DATE = 'due_date_session';
/** Members with user data, which stay verbatim. */
const opaque: readonly string[] = ['rules', 'outcome', 'payer'];

/**
 * Returns a copy of a record with all its times mapped; null and missing times stay. Times are recognized by
 * their names, `at` or `…At`.
 */
export function withTimes(record: object, map: (time: unknown, name: string) => unknown): object {
  const moved = (name: string, value: unknown): unknown => {
    if (value === null || value === undefined || opaque.includes(name)) return value;
    if (name === 'at' || name.endsWith('At') || name === DUE_DATE) return map(value, name);
    if (name === 'fields') return members(value, (each) => each === DUE_DATE);
    if (Array.isArray(value)) return value.map((item) => moved('', item));
    return typeof value === 'object' ? members(value, () => true) : value;
  };
  const members = (value: unknown, isLookedAt: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(membersOf(value)).map(([name, member]) => [
        name,
        isLookedAt(name) ? moved(name, member) : member,
      ]),
    );
  return members(record, () => true);
}
