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
/** What the payer typed on the page, under the names of its form; null: nothing. */
const payer = () =>
  exactly({
    nombre: typed(),
    tipo: typed(),
    cedula: typed(),
    telefono: typed(),
    banco: typed(),
    concepto: typed(),
  });

/** What leg 1 left behind, whether it paid or not. */
const payment = lazyExactly(() => ({
  method: choice(paymentMethods),
  /** Who tried: the payment page, a script by itself, or a forced outcome. */
  source: choice(['page', 'script', 'control']),
  transactionId: integer(0, Number.MAX_SAFE_INTEGER),
  at: moment(),
  bankCode: text().nullable(),
  bankName: text().nullable(),
  bankReferenceId: text(),
  /** VES minor units. */
  amountVesMinor: minorText(),
  /** The rates of that moment, so that the answer does not change with `SIM_RATES`. */
  rates: exactly(fromNames(currencies, rate)),
  /** Text for the payer when the attempt failed. */
  userMessage: text(LONG_TEXT_LIMIT).nullable(),
  /** Why it failed; absent when it paid. */
  reason: choice(failureReasons).exactOptional(),
  /** The language of the payer's page; absent when nobody was there. */
  lang: choice(languages as readonly [Language, ...Language[]]).exactOptional(),
  /** What the payer typed; absent when nobody did. */
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

/** A payment session in a snapshot. */
export const snapshotSession = lazy(() =>
  consistent(
    exactly({
      id: uuid(),
      origin: choice(['button', 'request']),
      status: choice(sessionStatuses),
      accreditation: choice(accreditationStates),
      /** The request's fields under their wire names, as validated (`amount_reference`, `currency_reference`, …). */
      fields: exactly(sessionFields()),
      amountMinor: integer(1, Number.MAX_SAFE_INTEGER),
      paymentMethods: methods(paymentMethods),
      shares: shares(),
      createdAt: moment(),
      updatedAt: moment(),
      /** When a pending session expires; null: never. */
      expiresAt: moment().nullable(),
      expired: exactly({
        at: moment(),
        reason: choice(['duration', 'due_date', 'operation', 'script', 'control']),
      }).nullable(),
      payment: payment().nullable(),
      /** Set while accreditation is `scheduled`; its source, when a script says how it ends. */
      accreditationDue: exactly({
        at: moment(),
        outcome: choice(outcomes),
        source: choice(['script']).exactOptional(),
      }).nullable(),
      credits: list(credit(), 1, 21).nullable(),
      /** What a script handed out when it was created. */
      script: snapshotStep().exactOptional(),
      /** The tool of ours that made it; absent: a program. */
      by: choice(tools).exactOptional(),
    }),
    contradictionsIn,
  ),
);

/** What no decision leaves behind: a timer that nothing answers would come again and again. */
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

/** Whether each has one of the two, and all together are no more than the whole. */
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

/** What whoever reads a record back knows of such fields: their names. */
const asStored = (fields: z.ZodType<Record<string, unknown>>) => fields;

/** An agreement in a snapshot. */
export const snapshotAgreement = lazyExactly(() => ({
  id: prefixedId('agr'),
  /** The request's fields under their wire names, with defaults filled in. */
  fields: asStored(storedAgreementFields()),
  split: z.boolean({ error: isNot('fault.wanted.flag') }),
  paymentMethods: methods(paymentMethods),
  /** Of a split receipt agreement; empty otherwise. */
  shares: shares(),
  createdAt: moment(),
}));

/** A partner in a snapshot. */
export const snapshotPartner = lazyExactly(() => ({
  id: uuid(),
  fields: asStored(partnerFields()),
  createdAt: moment(),
}));
