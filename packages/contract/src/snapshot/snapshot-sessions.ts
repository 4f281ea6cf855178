import { type Language, languages } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { storedAgreementFields } from '../accounts/agreements.ts';
import { partnerFields } from '../accounts/partners.ts';
import { currencies, hundredthsOf } from '../fields/amounts.ts';
import {
  choice,
  exactly,
  integer,
  isNot,
  LONG_TEXT_LIMIT,
  lazyExactly,
  list,
  optionalText,
  text,
} from '../fields/fields.ts';
import { fromNames, membersOf } from '../fields/objects.ts';
import { tools } from '../made-by.ts';
import { lazy } from '../operation.ts';
import { failureReasons } from '../sessions/payment-failures.ts';
import { accreditationStates, paymentMethods, sessionStatuses } from '../sessions/session-data.ts';
import { neededFields, sessionFields } from '../sessions/session-fields.ts';
import { snapshotStep } from './snapshot-control.ts';
import { consistent, methods, minorText, moment, prefixedId, rate, shares, uuid } from './snapshot-parts.ts';

const outcomes = ['accredited', 'accreditation_to_recipient_failed'] as const;

const typed = () => text().nullable();
/** Values of the page's form under its field names; null if empty. */
const payer = () =>
  exactly({
    nombre: typed(),
    tipo: typed(),
    cedula: typed(),
    telefono: typed(),
    banco: typed(),
    concepto: typed(),
  });

const language = () => choice(languages as readonly [Language, ...Language[]]);

const payment = lazyExactly(() => ({
  method: choice(paymentMethods),
  /** Origin of the attempt: the payment page, a script by itself, or a forced outcome. */
  source: choice(['page', 'script', 'control']),
  transactionId: integer(0, Number.MAX_SAFE_INTEGER),
  at: moment(),
  bankCode: text().nullable(),
  bankName: text().nullable(),
  bankReferenceId: text(),
  amountVesMinor: minorText(),
  /** Rates at that time, so later changes of `SIM_RATES` don't affect the response. */
  rates: exactly(fromNames(currencies, rate)),
  userMessage: text(LONG_TEXT_LIMIT).nullable(),
  /** Absent if it paid. */
  reason: choice(failureReasons).exactOptional(),
  lang: language().exactOptional(),
  payer: payer().exactOptional(),
}));

/** One credit of leg 2, in VES minor units (céntimos). */
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
  consistent(
    exactly({
      id: uuid(),
      origin: choice(['button', 'request']),
      status: choice(sessionStatuses),
      accreditation: choice(accreditationStates),
      /**
       * The validated request fields under their wire names (`amount_reference`, `currency_reference`, …).
       */
      fields: exactly(sessionFields()),
      amountMinor: integer(1, Number.MAX_SAFE_INTEGER),
      paymentMethods: methods(paymentMethods),
      shares: shares(),
      createdAt: moment(),
      updatedAt: moment(),
      /** Deadline of a pending session; null for never. */
      expiresAt: moment().nullable(),
      expired: exactly({
        at: moment(),
        reason: choice(['duration', 'due_date', 'operation', 'script', 'control']),
        lang: language().exactOptional(),
      }).nullable(),
      payment: payment().nullable(),
      /** Set while accreditation is `scheduled`; with a source if a script decides its end. */
      accreditationDue: exactly({
        at: moment(),
        outcome: choice(outcomes),
        source: choice(['script']).exactOptional(),
      }).nullable(),
      credits: list(credit(), 1, 21).nullable(),
      script: snapshotStep().exactOptional(),
      by: choice(tools).exactOptional(),
    }),
    contradictionsIn,
  ),
);

/** Finds states that no decision leaves: a timer without an effect would fire endlessly. */
function contradictionsIn(session: Readonly<Record<string, unknown>>) {
  const { status, accreditation, payment, accreditationDue, credits, expired, amountMinor, origin } = session;
  const own = membersOf(session.fields);
  const isPaid = status === 'paid';
  const isOver = accreditation === 'accredited' || accreditation === 'failed';
  return {
    accreditation: accreditation !== 'none' && !isPaid,
    payment: isPaid && payment === null,
    accreditationDue: (accreditation === 'scheduled') !== (accreditationDue !== null),
    credits: isOver !== (credits !== null),
    expired: (status === 'expired') !== (expired !== null),
    amountMinor: amountMinor !== hundredthsOf(own.amount_reference),
    shares: !fit(session.shares as readonly ShareLike[], Number(amountMinor)),
    fields: !isWhole(origin, own),
  };
}

interface ShareLike {
  readonly basisPoints?: number;
  readonly amountMinor?: number;
}

/** Returns true if each share has one of the two values, and their sum is at most the whole. */
function fit(given: readonly ShareLike[], amountMinor: number): boolean {
  let [basisPoints, minor] = [0, 0];
  for (const share of given) {
    if ((share.basisPoints === undefined) === (share.amountMinor === undefined)) return false;
    basisPoints += share.basisPoints ?? 0;
    minor += share.amountMinor ?? 0;
  }
  return basisPoints <= 10_000 && minor <= amountMinor;
}

function isWhole(origin: unknown, own: Readonly<Record<string, unknown>>): boolean {
  const needed = neededFields()[origin === 'button' ? 'button' : 'request'];
  return needed.every((name) => own[name] !== undefined);
}

const asStored = (fields: z.ZodType<Record<string, unknown>>) => fields;

export const snapshotAgreement = lazyExactly(() => ({
  id: prefixedId('agr'),
  /** The request's fields under their wire names, with defaults filled in. */
  fields: asStored(storedAgreementFields()),
  split: z.boolean({ error: isNot('fault.wanted.flag') }),
  paymentMethods: methods(paymentMethods),
  shares: shares(),
  createdAt: moment(),
}));

export const snapshotPartner = lazyExactly(() => ({
  id: uuid(),
  fields: asStored(partnerFields()),
  createdAt: moment(),
}));
