import {
  type AccountSettings,
  type AccountSnapshot,
  type SnapshotRecord,
  snapshotRecordLists,
} from '@svc-simulator/contract';
import { expect, expectTypeOf, it } from 'vitest';
import type {
  MerchantRecord,
  SettlementRecord,
  TerminalRecord,
  TransactionRecord,
} from '../pos/pos-records.ts';
import type {
  AgreementRecord,
  Credit,
  DeliveryRecord,
  PartnerRecord,
  PaymentRecord,
  PracticeRecord,
  SessionRecord,
} from '../records.ts';
import type { ScriptedStep } from '../script/script-records.ts';

/** Names of a stored record's fields, except `accountId` and those that a snapshot stores in another form. */
type FieldsOf<R, Other extends PropertyKey = never> = Exclude<keyof R, 'accountId' | Other>;
type SavedIn<R, Other extends PropertyKey = never> = Exclude<keyof R, Other>;
type SavedSession = SnapshotRecord<'sessions'>;
type SavedTransaction = SnapshotRecord<'transactions'>;

/**
 * The types are the test: `tsc` fails if a record and its snapshot schema have different fields. The test
 * itself only checks that no list is left out.
 */
it("stores the same fields as the record's schema in a snapshot", () => {
  expectTypeOf<SavedIn<AccountSnapshot['settings']>>().toEqualTypeOf<keyof AccountSettings>();
  expectTypeOf<SavedIn<SnapshotRecord<'agreements'>>>().toEqualTypeOf<FieldsOf<AgreementRecord>>();
  expectTypeOf<SavedIn<SnapshotRecord<'partners'>>>().toEqualTypeOf<FieldsOf<PartnerRecord>>();
  expectTypeOf<SavedIn<SavedSession>>().toEqualTypeOf<
    FieldsOf<SessionRecord, 'webhookCredentials' | 'fromFile'>
  >();
  expectTypeOf<keyof NonNullable<SavedSession['payment']>>().toEqualTypeOf<keyof PaymentRecord>();
  expectTypeOf<keyof NonNullable<SavedSession['credits']>[number]>().toEqualTypeOf<keyof Credit>();
  expectTypeOf<keyof NonNullable<SavedSession['script']>>().toEqualTypeOf<keyof ScriptedStep>();
  expectTypeOf<SavedIn<SnapshotRecord<'deliveries'>, 'emission'>>().toEqualTypeOf<
    FieldsOf<DeliveryRecord, 'emittedEventId' | 'last' | 'credentials' | 'fromFile'>
  >();
  expectTypeOf<SavedIn<SnapshotRecord<'practices'>>>().toEqualTypeOf<
    FieldsOf<PracticeRecord, 'fromFile' | 'by'>
  >();
  expectTypeOf<SavedIn<NonNullable<AccountSnapshot['merchant']>>>().toEqualTypeOf<
    FieldsOf<MerchantRecord, 'passwordHash'>
  >();
  expectTypeOf<SavedIn<SnapshotRecord<'terminals'>>>().toEqualTypeOf<
    FieldsOf<TerminalRecord, 'code' | 'secretKey' | 'linkedWith' | 'linkedEpoch'>
  >();
  expectTypeOf<SavedIn<SavedTransaction>>().toEqualTypeOf<FieldsOf<TransactionRecord, 'merchantId'>>();
  expectTypeOf<keyof NonNullable<SavedTransaction['confirmation']>>().toEqualTypeOf<
    keyof NonNullable<TransactionRecord['confirmation']>
  >();
  expectTypeOf<SavedIn<SnapshotRecord<'settlements'>>>().toEqualTypeOf<FieldsOf<SettlementRecord>>();
  expect([...snapshotRecordLists].sort()).toEqual([
    'agreements',
    'deliveries',
    'partners',
    'practices',
    'sessions',
    'settlements',
    'terminals',
    'transactions',
  ]);
});
