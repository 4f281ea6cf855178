import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultRates } from '../rates.ts';
import type { PaymentRecord } from '../records.ts';
import { creditsOf, feeOf, summaryOf } from './credits.ts';
import type { Share } from './split.ts';

const paid = (amountVesMinor: bigint, amountMinor: number, shares: readonly Share[]) => ({
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

const counting = () => {
  let count = 0;
  return {
    transactionId: () => ++count,
    creditId: () => `credit-${++count}`,
    reference: () => `reference-${++count}`,
  };
};

describe('feeOf', () => {
  it.each([
    [0n, 0n],
    [49n, 0n],
    [50n, 1n],
    [149n, 1n],
    [150n, 2n],
    [122_011n, 1220n],
    [122_050n, 1221n],
    [10n ** 18n, 10n ** 16n],
  ])('of %d is %d', (gross, fee) => {
    expect(feeOf(gross)).toBe(fee);
  });
});

describe('creditsOf', () => {
  const shares: Share[] = [
    { recipientId: 'p1', basisPoints: 3333, label: 'rent' },
    { recipientId: 'p2', basisPoints: 3333 },
  ];

  it('credits every receiver with its own fee', () => {
    expect(creditsOf(paid(10_000n, 100, shares), 'accredited', 77, counting())).toEqual([
      {
        receiverId: 'p1',
        memo: 'rent',
        creditId: 'credit-1',
        status: 'credited',
        grossMinor: '3333',
        feeMinor: '33',
        netMinor: '3300',
        receivedAt: 77,
        bankName: 'Banco de Venezuela',
        bankReferenceId: 'reference-2',
      },
      {
        receiverId: 'p2',
        creditId: 'credit-3',
        status: 'credited',
        grossMinor: '3333',
        feeMinor: '33',
        netMinor: '3300',
        receivedAt: 77,
        bankName: 'Banco de Venezuela',
        bankReferenceId: 'reference-4',
      },
      {
        receiverId: 'owner',
        creditId: 'credit-5',
        status: 'credited',
        grossMinor: '3334',
        feeMinor: '33',
        netMinor: '3301',
        receivedAt: 77,
        bankName: 'Banco de Venezuela',
        bankReferenceId: 'reference-6',
      },
    ]);
  });

  it('lists failed credits with their gross, nothing credited and no fee', () => {
    const credits = creditsOf(
      paid(10_000n, 100, shares),
      'accreditation_to_recipient_failed',
      77,
      counting(),
    );
    expect(
      credits.map((credit) => [credit.status, credit.grossMinor, credit.feeMinor, credit.netMinor]),
    ).toEqual([
      ['failed', '3333', '0', '0'],
      ['failed', '3333', '0', '0'],
      ['failed', '3334', '0', '0'],
    ]);
    expect(summaryOf(credits)).toEqual({ count: 3, grossMinor: '10000', feeMinor: '0', netMinor: '0' });
  });

  it('sums what each credit has, not one percent of the total', () => {
    // Three credits of 0.50: each fee rounds up to 0.01, 0.03 in all, where 1 % of 1.50 would be 0.02.
    const thirds: Share[] = [
      { recipientId: 'p1', amountMinor: 1 },
      { recipientId: 'p2', amountMinor: 1 },
    ];
    const credits = creditsOf(paid(150n, 3, thirds), 'accredited', 0, counting());
    expect(summaryOf(credits)).toEqual({ count: 3, grossMinor: '150', feeMinor: '3', netMinor: '147' });
  });

  it('adds up in every field, whatever the amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 23n }),
        fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 20 }),
        (ves, points) => {
          const rules = points.map((basisPoints, index) => ({ recipientId: `p${index}`, basisPoints }));
          const credits = creditsOf(paid(ves, 1, rules), 'accredited', 0, counting());
          for (const { grossMinor, feeMinor, netMinor } of credits) {
            expect(BigInt(feeMinor) + BigInt(netMinor)).toBe(BigInt(grossMinor));
          }
          const summary = summaryOf(credits);
          expect(BigInt(summary.grossMinor)).toBe(ves);
          expect(BigInt(summary.feeMinor) + BigInt(summary.netMinor)).toBe(ves);
        },
      ),
    );
  });

  it('refuses a session that nobody paid', () => {
    expect(() =>
      creditsOf({ amountMinor: 1, shares: [], payment: null }, 'accredited', 0, counting()),
    ).toThrow(TypeError);
  });
});
