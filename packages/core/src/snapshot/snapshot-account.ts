import { isNameOf, membersOf } from '@svc-simulator/contract';
import type { AccountRecord } from '../records.ts';

/**
 * What becomes of each field of an account. It is saved as it is; or it stays what it is when a snapshot is loaded, since it
 * opens the account or says whose it is, and is in no file; or it is saved in a way of its own.
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

/** Of an account, what is saved as it is, or what is no snapshot's to change. */
export function fieldsOf(account: AccountRecord, which: 'saved' | 'own'): Partial<AccountRecord> {
  const fates = which === 'saved' ? ['saved'] : ['saved', 'stays'];
  const fields = Object.entries(account);
  return Object.fromEntries(
    fields.filter(([name]) => isNameOf(accountFields, name) && fates.includes(accountFields[name])),
  );
}

/** The one time that a record keeps as its text: a request's due date, as it was sent. */
export const DUE_DATE = 'due_date_session';
/** Members that are somebody's own, as they were sent. */
const opaque: readonly string[] = ['rules', 'outcome', 'payer'];

/**
 * A copy of a record with every time of it put through `map`; what is null or not there stays so. By their names: the times of
 * records are called `at` or `…At`, and nothing else is.
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
