import Big from 'big.js';
import type { PaymentRecord, SessionRecord } from '../records.ts';
import { isoOf } from './payment-view.ts';

/** Where a simulated payer sends the coins: of the right form, and nobody's. */
const ADDRESS = 'TSimu1atedWa11etXXXXXXXXXXXXXXXXXX';
const CONFIRMATIONS = 20;

/** `crypto_details` of a payment by crypto (contract section 10); null for every other method. */
export function cryptoDetails(session: SessionRecord, payment: PaymentRecord) {
  if (payment.method !== 'crypto') return null;
  const isPaid = session.status === 'paid';
  return {
    network: 'TRC20',
    currency: 'USDT',
    address: ADDRESS,
    tx_hash: hashOf(session.id, payment.transactionId),
    amount: amountOf(session, payment),
    rate: Number(payment.rates.USDT),
    confirmations: isPaid ? CONFIRMATIONS : 0,
    status: isPaid ? 'confirmed' : 'failed',
    confirmed_at: isPaid ? isoOf(payment.at) : null,
  };
}

/** 64 hexadecimal digits that are one payment's. */
function hashOf(sessionId: string, transactionId: number): string {
  const digits = sessionId.replaceAll('-', '') + transactionId.toString(16).padStart(16, '0');
  return digits.padEnd(64, digits);
}

/** In USDT, rounded half up to hundredths. */
function amountOf({ amountMinor, fields }: SessionRecord, { amountVesMinor, rates }: PaymentRecord): number {
  if (fields.currency_reference === 'USDT') return amountMinor / 100;
  return new Big(amountVesMinor).div(100).div(rates.USDT).round(2, Big.roundHalfUp).toNumber();
}
