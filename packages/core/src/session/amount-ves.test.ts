import { MAX_AMOUNT } from '@svc-simulator/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countingNumbers, samplePayment, sampleSession } from '../../test/samples.ts';
import type { Currency } from '../money.ts';
import { vesMinorOf } from '../rates.ts';
import { calculateCredits } from './credits.ts';
import { statusData } from './session-view.ts';
import type { Share } from './split.ts';

const cents = fc.integer({ min: 1, max: Math.round(MAX_AMOUNT * 100) });
/** A rate in units of 10^-10, up to the largest that `SIM_RATES` accepts. */
const rate = fc.bigInt({ min: 1n, max: 10n ** 19n });
const parts = fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 20 });

function decimal(units: bigint): string {
  const digits = String(units).padStart(11, '0');
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
}

function sharesWithin(
  fullWeight: number,
  sizes: readonly number[],
  field: 'basisPoints' | 'amountMinor',
): Share[] {
  let left = fullWeight;
  return sizes.flatMap((size, index) => {
    if (size > left) return [];
    left -= size;
    return [{ recipientId: `partner-${index}`, [field]: size }];
  });
}

it('keeps amount_ves exact, rounded half up, and equal to the sum of gross credits at every amount', () => {
  fc.assert(
    fc.property(cents, rate, parts, fc.boolean(), (amountMinor, units, sizes, isPercent) => {
      const rates = { USD: decimal(units), EUR: '1', COP: '1', USDT: '1', VES: '1' } as Record<
        Currency,
        string
      >;
      const total = vesMinorOf(amountMinor, 'USD', rates);
      expect(total).toBe((BigInt(amountMinor) * units * 2n + 10n ** 10n) / (2n * 10n ** 10n));
      const shares = isPercent
        ? sharesWithin(10_000, sizes, 'basisPoints')
        : sharesWithin(amountMinor, sizes, 'amountMinor');
      const payment = samplePayment({ amountVesMinor: String(total), rates });
      const session = sampleSession({ status: 'paid', amountMinor, shares, payment });
      const credits = calculateCredits(session, 'accredited', 0, countingNumbers());
      expect(credits.reduce((sum, { grossMinor }) => sum + BigInt(grossMinor), 0n)).toBe(total);
      const answer = statusData(
        { ...session, accreditation: 'accredited', credits },
        { publicUrl: '' },
        { receiver_credits: 'list' },
      );
      const { payment_details: details, receiver_credits_summary: summary } = answer.session_payment;
      expect(summary?.total_amount_ves).toBe(details?.amount_ves);
    }),
    { numRuns: 500 },
  );
});
