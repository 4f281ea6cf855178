import { isNameOf } from '@svc-simulator/contract';
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
