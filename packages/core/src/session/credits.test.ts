import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberOf } from '../money.ts';
import { defaultRates } from '../rates.ts';
import type { PaymentRecord } from '../records.ts';
import { calculateCredits } from './credits.ts';
import { summaryView } from './payment-view.ts';
import type { Share } from './split.ts';

const paidSession = (amountVesMinor: bigint, amountMinor: number, shares: readonly Share[]) => ({
  amountMinor,
  shares,
  payment: {
    method: 'immediate_debit',
    source: 'page',
    transactionId: 1,
    at: 0,
    bankCode: null,
    bankName: null,
    bankReferenceId: '1',
    amountVesMinor: String(amountVesMinor),
    rates: defaultRates,
    userMessage: null,
  } satisfies PaymentRecord,
});

const countingIds = () => {
  let count = 0;
  return {
    transactionId: () => ++count,
    creditId: () => `credit-${++count}`,
    reference: () => `reference-${++count}`,
  };
};

describe('calculateCredits', () => {
  it('returns credits that add up in every field for every amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 23n }),
        fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 20 }),
        (ves, points) => {
          const rules = points.map((basisPoints, index) => ({ recipientId: `p${index}`, basisPoints }));
          const credits = calculateCredits(paidSession(ves, 1, rules), 'accredited', 0, countingIds());
          for (const { grossMinor, feeMinor, netMinor } of credits) {
            expect(BigInt(feeMinor) + BigInt(netMinor)).toBe(BigInt(grossMinor));
          }
          expect(credits.reduce((total, { grossMinor }) => total + BigInt(grossMinor), 0n)).toBe(ves);
          const fees = credits.reduce((total, { feeMinor }) => total + BigInt(feeMinor), 0n);
          expect(summaryView(credits)).toEqual({
            total_credits: credits.length,
            total_amount_ves: numberOf(ves),
            total_bank_commissions_ves: numberOf(fees),
            total_amount_ves_credited: numberOf(ves - fees),
          });
        },
      ),
    );
  });

  it('throws for an unpaid session', () => {
    expect(() =>
      calculateCredits({ amountMinor: 1, shares: [], payment: null }, 'accredited', 0, countingIds()),
    ).toThrow(TypeError);
  });
});
