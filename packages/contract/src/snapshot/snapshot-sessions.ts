import { type Language, languages } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { storedAgreementFields } from '../accounts/agreements.ts';
import { partnerFields } from '../accounts/partners.ts';
import { currencies, toHundredths } from '../fields/amounts.ts';
import {
  choice,
  encodeMustBe,
  exactly,
  integer,
  LONG_TEXT_LIMIT,
  lazyExactly,
  list,
  optionalText,
  text,
} from '../fields/fields.ts';
import { fromNames, membersOf } from '../fields/objects.ts';
import { toolNames } from '../made-by.ts';
import { lazy } from '../operation.ts';
import { failureReasons } from '../sessions/payment-failures.ts';
import { accreditationStates, paymentMethods, sessionStatuses } from '../sessions/session-data.ts';
import { requiredFields, sessionFields } from '../sessions/session-fields.ts';
import { snapshotStep } from './snapshot-control.ts';
import {
  methodList,
  minorText,
  moment,
  prefixedId,
  rateText,
  shares,
  uuidText,
  withConsistency,
} from './snapshot-parts.ts';

const accreditationOutcomes = ['accredited', 'accreditation_to_recipient_failed'] as const;

const formText = () => text().nullable();
/** Values of the payment form; null for an empty field. */
const payerRecord = () =>
  exactly({
    nombre: formText(),
    tipo: formText(),
    cedula: formText(),
    telefono: formText(),
    banco: formText(),
    concepto: formText(),
  });

const language = () => choice(languages as readonly [Language, ...Language[]]);

const paymentRecord = lazyExactly(() => ({
  method: choice(paymentMethods),
  source: choice(['page', 'script', 'control']),
  transactionId: integer(0, Number.MAX_SAFE_INTEGER),
  at: moment(),
  bankCode: text().nullable(),
  bankName: text().nullable(),
  bankReferenceId: text(),
  amountVesMinor: minorText(),
  /** Rates at the time of the payment. Later changes of `SIM_RATES` don't affect them. */
  rates: exactly(fromNames(currencies, rateText)),
  userMessage: text(LONG_TEXT_LIMIT).nullable(),
  /** Absent if the payment succeeded. */
  reason: choice(failureReasons).exactOptional(),
  lang: language().exactOptional(),
  payer: payerRecord().exactOptional(),
}));

const credit = lazyExactly(() => ({
  receiverId: text(),
  memo: optionalText(),
  creditId: text(),
  status: choice(['credited', 'failed']),
  grossMinor: minorText(),
  feeMinor: minorText(),
  netMinor: minorText(),
  receivedAt: moment(),
  bankName: text(),
  bankReferenceId: text(),
}));

export const snapshotSession = lazy(() =>
  withConsistency(
    exactly({
      id: uuidText(),
      origin: choice(['button', 'request']),
      status: choice(sessionStatuses),
      accreditation: choice(accreditationStates),
      /** The validated request, with the names of its JSON. */
      fields: exactly(sessionFields()),
      amountMinor: integer(1, Number.MAX_SAFE_INTEGER),
      paymentMethods: methodList(paymentMethods),
      shares: shares(),
      createdAt: moment(),
      updatedAt: moment(),
      /** Deadline of a pending session; null if the session never expires. */
      expiresAt: moment().nullable(),
      expired: exactly({
        at: moment(),
        reason: choice(['duration', 'due_date', 'operation', 'script', 'control']),
        lang: language().exactOptional(),
      }).nullable(),
      payment: paymentRecord().nullable(),
      /** Set while the accreditation is `scheduled`. */
      accreditationDue: exactly({
        at: moment(),
        outcome: choice(accreditationOutcomes),
        /** Absent if no script decides the outcome. */
        source: choice(['script']).exactOptional(),
      }).nullable(),
      credits: list(credit(), 1, 21).nullable(),
      script: snapshotStep().exactOptional(),
      by: choice(toolNames).exactOptional(),
    }),
    sessionContradictions,
  ),
);

/**
 * Finds impossible states. For example, `accreditationDue` in a session that isn't `scheduled` would set a
 * timer that fires endlessly without an effect.
 */
function sessionContradictions(session: Readonly<Record<string, unknown>>) {
  const { status, accreditation, payment, accreditationDue, credits, expired, amountMinor, origin } = session;
  const fields = membersOf(session.fields);
  const isPaid = status === 'paid';
  const hasAccreditationEnded = accreditation === 'accredited' || accreditation === 'failed';
  return {
    accreditation: accreditation !== 'none' && !isPaid,
    payment: isPaid && payment === null,
    accreditationDue: (accreditation === 'scheduled') !== (accreditationDue !== null),
    credits: hasAccreditationEnded !== (credits !== null),
    expired: (status === 'expired') !== (expired !== null),
    amountMinor: amountMinor !== toHundredths(fields.amount_reference),
    shares: !sharesFit(session.shares as readonly ShareLike[], Number(amountMinor)),
    fields: !hasRequiredFields(origin, fields),
  };
}

interface ShareLike {
  readonly basisPoints?: number;
  readonly amountMinor?: number;
}

/** Returns true if each share has either a percentage or an amount, and their sum isn't above the total. */
function sharesFit(shareList: readonly ShareLike[], amountMinor: number): boolean {
  let [basisPoints, minor] = [0, 0];
  for (const share of shareList) {
    if ((share.basisPoints === undefined) === (share.amountMinor === undefined)) return false;
    basisPoints += share.basisPoints ?? 0;
    minor += share.amountMinor ?? 0;
  }
  return basisPoints <= 10_000 && minor <= amountMinor;
}

function hasRequiredFields(origin: unknown, fields: Readonly<Record<string, unknown>>): boolean {
  const requiredNames = requiredFields()[origin === 'button' ? 'button' : 'request'];
  return requiredNames.every((name) => fields[name] !== undefined);
}

const asRecordSchema = (fields: z.ZodType<Record<string, unknown>>) => fields;

export const snapshotAgreement = lazyExactly(() => ({
  id: prefixedId('agr'),
  /** The validated request, with the names of its JSON and its defaults. */
  fields: asRecordSchema(storedAgreementFields()),
  split: z.boolean({ error: encodeMustBe('fault.wanted.flag') }),
  paymentMethods: methodList(paymentMethods),
  shares: shares(),
  createdAt: moment(),
}));

export const snapshotPartner = lazyExactly(() => ({
  id: uuidText(),
  fields: asRecordSchema(partnerFields()),
  createdAt: moment(),
}));
