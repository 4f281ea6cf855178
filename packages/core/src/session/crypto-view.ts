import Big from 'big.js';
import { numberOf } from '../money.ts';
import type { PaymentRecord, SessionRecord } from '../records.ts';
import { CRYPTO_WALLET, isoOf } from './payment-view.ts';

/** Digits that an order of the wallet has besides those of the transaction. */
const ORDER_DIGITS = 8;

/** `crypto_details` of what was paid by crypto (contract section 12); null for every other method, and as long as nothing was. */
export function cryptoDetails(session: SessionRecord, payment: PaymentRecord) {
  if (payment.method !== 'crypto' || session.status !== 'paid') return null;
  return {
    crypto_wallet_name: CRYPTO_WALLET,
    crypto_order_id: `${payment.transactionId}${payment.bankReferenceId.slice(-ORDER_DIGITS)}`,
    crypto_status: 'paid',
    amount_ves_check: numberOf(payment.amountVesMinor),
    crypto_currency: 'USDT',
    crypto_amount: amountOf(session, payment),
    crypto_paid_at: isoOf(payment.at),
    crypto_wallet_commission: 0,
    crypto_crixto_commission: 0,
  };
}

/** In USDT, rounded half up to hundredths. */
function amountOf({ amountMinor, fields }: SessionRecord, { amountVesMinor, rates }: PaymentRecord): number {
  if (fields.currency_reference === 'USDT') return amountMinor / 100;
  return new Big(amountVesMinor).div(100).div(rates.USDT).round(2, Big.roundHalfUp).toNumber();
}
