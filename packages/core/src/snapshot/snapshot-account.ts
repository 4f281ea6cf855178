import { isNameOf, membersOf } from '@svc-simulator/contract';
import type { AccountRecord } from '../records.ts';

/**
 * How snapshots treat each account field. `saved`: unchanged. `stays`: not saved, and a load keeps the
 * current value. `otherwise`: saved in another form.
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
  email: 'stays',
  suspended: 'stays',
  deleteAt: 'stays',
  releaseAt: 'stays',
  quotas: 'stays',
  merchantId: 'otherwise',
  settings: 'otherwise',
  clock: 'otherwise',
  createdAt: 'otherwise',
  timeShiftMs: 'otherwise',
  creditIdsFrom: 'otherwise',
  chaos: 'otherwise',
  script: 'otherwise',
} as const satisfies Record<keyof AccountRecord, 'saved' | 'stays' | 'otherwise'>;

/**
 * Returns the fields that snapshots save unchanged. With `own`, also returns the fields that a load leaves in
 * the account.
 */
export function accountFieldsOf(account: AccountRecord, which: 'saved' | 'own'): Partial<AccountRecord> {
  const treatments = which === 'saved' ? ['saved'] : ['saved', 'stays'];
  const fields = Object.entries(account);
  return Object.fromEntries(
    fields.filter(([name]) => isNameOf(accountFields, name) && treatments.includes(accountFields[name])),
  );
}

/** The only field whose time is stored as text, exactly as the request sent it. */
export const DUE_DATE = 'due_date_session';
/** Members with user data, in which a name such as `at` isn't a time of the simulator. */
const verbatimMembers: readonly string[] = ['rules', 'outcome', 'payer'];

/** Returns a copy of a record with all its times mapped. The name of a time is `at` or ends with `At`. */
export function withTimes(record: object, map: (time: unknown, name: string) => unknown): object {
  const mapValue = (name: string, value: unknown): unknown => {
    if (value === null || value === undefined || verbatimMembers.includes(name)) return value;
    if (name === 'at' || name.endsWith('At') || name === DUE_DATE) return map(value, name);
    if (name === 'fields') return mapMembers(value, (memberName) => memberName === DUE_DATE);
    if (Array.isArray(value)) return value.map((item) => mapValue('', item));
    return typeof value === 'object' ? mapMembers(value, () => true) : value;
  };
  const mapMembers = (value: unknown, isMapped: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(membersOf(value)).map(([name, member]) => [
        name,
        isMapped(name) ? mapValue(name, member) : member,
      ]),
    );
  return mapMembers(record, () => true);
}
