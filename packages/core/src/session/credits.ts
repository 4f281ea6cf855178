import type { AccreditationOutcome, Credit, SessionRecord } from '../records.ts';
import { grossShares } from './split.ts';

export interface SessionNumbers {
  transactionId(): number;
  /** Returns decimal digits of a positive 32-bit integer, unique within the account. */
  creditId(): string;
  reference(): string;
}

export const SIMULATED_BANK = { code: '0102', name: 'Banco de Venezuela' } as const;

/** Returns 1 % of a credit in minor units, rounded half up (contract section 3); real fees may differ. */
export function calculateFee(grossMinor: bigint): bigint {
  return (grossMinor + 50n) / 100n;
}

/**
 * Returns the credits of leg 2, one per recipient with the owner last (contract sections 3 and 9). Their
 * gross amounts add up to the paid amount. If leg 2 failed, the credits have no fee and pay nothing.
 */
export function calculateCredits(
  session: Pick<SessionRecord, 'amountMinor' | 'shares' | 'payment'>,
  outcome: AccreditationOutcome,
  atMs: number,
  numbers: SessionNumbers,
): readonly Credit[] {
  if (session.payment === null) throw new TypeError('a session without a payment has no credits');
  const isCredited = outcome === 'accredited';
  const total = BigInt(session.payment.amountVesMinor);
  return grossShares(total, session.amountMinor, session.shares).map(({ grossMinor, ...receiver }) => {
    const fee = isCredited ? calculateFee(grossMinor) : 0n;
    return {
      ...receiver,
      creditId: numbers.creditId(),
      status: isCredited ? 'credited' : 'failed',
      grossMinor: String(grossMinor),
      feeMinor: String(fee),
      netMinor: isCredited ? String(grossMinor - fee) : '0',
      receivedAt: atMs,
      bankName: SIMULATED_BANK.name,
      bankReferenceId: numbers.reference(),
    };
  });
}
