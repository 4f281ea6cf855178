import { type AccountSettings, DEFAULT_DURATION_MINUTES } from '@svc-simulator/contract';
import Big from 'big.js';
import { numberOf } from '../money.ts';
import type { AgreementRecord, PartnerRecord, PaymentRecord, SessionRecord } from '../records.ts';
import {
  CRYPTO_WALLET,
  creditsView,
  failureReasonOf,
  isoOf,
  paymentDetails,
  summaryView,
  userMessageOf,
} from './payment-view.ts';

export interface SessionAddress {
  /** Base URL of the simulator without a trailing slash. */
  readonly publicUrl: string;
}

export type StatusSettings = Pick<AccountSettings, 'receiver_credits'>;

export function paymentUrl(sessionId: string, { publicUrl }: SessionAddress): string {
  return `${publicUrl}/pay/${sessionId}`;
}

/**
 * Returns the `data` of a created session (contract section 3). Written as one object literal, because
 * more spreads take ten times longer.
 */
export function sessionData(
  session: SessionRecord,
  context: SessionAddress & { readonly accreditationDelayMs: number; readonly paymentQr: string },
) {
  const { id, fields, expiresAt } = session;
  return {
    id,
    session_id: id,
    session_origin: session.origin,
    status: session.status,
    payment_url: paymentUrl(id, context),
    config: {
      expires_at: expiresAt === null ? null : isoOf(expiresAt),
      ...(session.origin === 'button' && {
        duration_minutes: fields.duration_minutes ?? DEFAULT_DURATION_MINUTES,
      }),
      payment_methods: session.paymentMethods,
      accreditation_delay_ms: context.accreditationDelayMs,
    },
    ...fields,
    created_at: isoOf(session.createdAt),
    payment_qr: context.paymentQr,
  };
}

/**
 * Returns the `data` of the status query (contract section 3, Status), the expire operation and forced
 * outcomes.
 */
export function statusData(session: SessionRecord, address: SessionAddress, settings: StatusSettings) {
  return {
    id: session.id,
    session_id: session.id,
    session_origin: session.origin,
    status: session.status,
    ...session.fields,
    created_at: isoOf(session.createdAt),
    session_payment: sessionPayment(session, address, settings),
  };
}

function sessionPayment(session: SessionRecord, address: SessionAddress, settings: StatusSettings) {
  const { payment, credits, expired, fields } = session;
  const reason = failureReasonOf(session);
  return {
    id: session.id,
    origin: session.origin,
    amount_reference: fields.amount_reference,
    currency_reference: fields.currency_reference,
    user_message: userMessageOf(session),
    ...(payment && {
      payment_method: payment.method,
      svc_transaction_id: payment.transactionId,
      svc_transaction_url: paymentUrl(session.id, address),
      payment_details: paymentDetails(payment),
      crypto_details: cryptoDetails(session, payment),
    }),
    ...(reason && { reason }),
    ...(session.status === 'paid' && {
      receiver_credits: credits && creditsView(credits, settings.receiver_credits),
      receiver_credits_summary: credits && summaryView(credits),
    }),
    ...(expired && { expired_at: isoOf(expired.at), reason: expired.reason }),
  };
}

export function agreementData(agreement: AgreementRecord) {
  return {
    agreement_id: agreement.id,
    status: 'active',
    ...agreement.fields,
    created_at: isoOf(agreement.createdAt),
  };
}

export function partnerData(partner: PartnerRecord) {
  return {
    partner_id: partner.id,
    status: 'active',
    ...partner.fields,
    created_at: isoOf(partner.createdAt),
  };
}

/** A wallet's order id is the transaction id, followed by this many digits of the bank reference. */
const ORDER_DIGITS = 8;

/** Returns the `crypto_details` of a paid crypto session (contract section 12), else null. */
function cryptoDetails(session: SessionRecord, payment: PaymentRecord) {
  if (payment.method !== 'crypto' || session.status !== 'paid') return null;
  return {
    crypto_wallet_name: CRYPTO_WALLET,
    crypto_order_id: `${payment.transactionId}${payment.bankReferenceId.slice(-ORDER_DIGITS)}`,
    crypto_status: 'paid',
    amount_ves_check: numberOf(payment.amountVesMinor),
    crypto_currency: 'USDT',
    crypto_amount: usdtAmountOf(session, payment),
    crypto_paid_at: isoOf(payment.at),
    crypto_wallet_commission: 0,
    crypto_crixto_commission: 0,
  };
}

function usdtAmountOf(
  { amountMinor, fields }: SessionRecord,
  { amountVesMinor, rates }: PaymentRecord,
): number {
  if (fields.currency_reference === 'USDT') return amountMinor / 100;
  return new Big(amountVesMinor).div(100).div(rates.USDT).round(2, Big.roundHalfUp).toNumber();
}
