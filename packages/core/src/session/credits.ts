import type { MinorText } from '../money.ts';
import type { AccreditationOutcome, Credit, SessionRecord } from '../records.ts';
import { grossShares } from './split.ts';

/** Numbers that the service draws; the caller backs them with its `RandomSource` (`sessionNumbers`). */
export interface SessionNumbers {
  /** A positive integer. */
  transactionId(): number;
  /** Decimal digits of a positive 32-bit integer that no other credit of the account has. */
  creditId(): string;
  /** A bank's reference: decimal digits. */
  reference(): string;
}

/** The bank that holds the receivers' accounts, and that pays when an outcome is forced. */
export const SIMULATED_BANK = { code: '0102', name: 'Banco de Venezuela' } as const;

/** 1 % of a credit in minor units, rounded half up to the cent (contract section 3; an example fee, not a bank's). */
export function feeOf(grossMinor: bigint): bigint {
  return (grossMinor + 50n) / 100n;
}

/**
 * The credits of leg 2 (contract sections 3 and 9): one a receiver, the owner last, gross adding up to the paid amount to
 * the cent, each with its own fee. A failed leg 2 has the same credits with status `failed`, nothing credited and no fee.
 * The session must have been paid.
 */
export function creditsOf(
  session: Pick<SessionRecord, 'amountMinor' | 'shares' | 'payment'>,
  outcome: AccreditationOutcome,
  at: number,
  numbers: SessionNumbers,
): readonly Credit[] {
  if (session.payment === null) throw new TypeError('a session without a payment has no credits');
  const credited = outcome === 'accredited';
  const total = BigInt(session.payment.amountVesMinor);
  return grossShares(total, session.amountMinor, session.shares).map(({ grossMinor, ...receiver }) => {
    const fee = credited ? feeOf(grossMinor) : 0n;
    return {
      ...receiver,
      creditId: numbers.creditId(),
      status: credited ? 'credited' : 'failed',
      grossMinor: String(grossMinor),
      feeMinor: String(fee),
      netMinor: credited ? String(grossMinor - fee) : '0',
      receivedAt: at,
      bankName: SIMULATED_BANK.name,
      bankReferenceId: numbers.reference(),
    };
  });
}

/** Totals over the credits, VES minor units. */
export interface CreditsSummary {
  readonly count: number;
  readonly grossMinor: MinorText;
  readonly feeMinor: MinorText;
  readonly netMinor: MinorText;
}

/** Sums the credits; failed ones count too (contract section 9). */
export function summaryOf(credits: readonly Credit[]): CreditsSummary {
  const sum = (field: 'grossMinor' | 'feeMinor' | 'netMinor') =>
    String(credits.reduce((total, credit) => total + BigInt(credit[field]), 0n));
  return {
    count: credits.length,
    grossMinor: sum('grossMinor'),
    feeMinor: sum('feeMinor'),
    netMinor: sum('netMinor'),
  };
}
