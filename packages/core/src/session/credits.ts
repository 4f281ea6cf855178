import type { MinorText } from '../money.ts';
import type { AccreditationOutcome, Credit, SessionRecord } from '../records.ts';
import { grossShares } from './split.ts';

export interface SessionNumbers {
  /** Returns a positive integer. */
  transactionId(): number;
  /** Returns decimal digits of a positive 32-bit integer, unique within the account. */
  creditId(): string;
  reference(): string;
}

export const SIMULATED_BANK = { code: '0102', name: 'Banco de Venezuela' } as const;

/**
 * Returns 1 % of a credit in minor units, rounded half up to the cent (contract section 3; an example fee,
 * not a bank's).
 */
export function feeOf(grossMinor: bigint): bigint {
  return (grossMinor + 50n) / 100n;
}

/**
 * Returns the credits of leg 2 (contract sections 3 and 9): one per receiver, the owner last, each with its
 * fee. Their gross adds up to the paid amount to the cent. A failed leg 2 credits nothing, has no fee and
 * status `failed`. The session must be paid.
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

/** Totals over the credits in VES minor units. */
export interface CreditsSummary {
  readonly count: number;
  readonly grossMinor: MinorText;
  readonly feeMinor: MinorText;
  readonly netMinor: MinorText;
}

/** Sums the credits, including failed ones (contract section 9). */
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
