import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Share } from './split.ts';
import { grossShares, toShares } from './split.ts';

const percent = (...shares: (readonly [string, number])[]): Share[] =>
  shares.map(([recipientId, basisPoints]) => ({ recipientId, basisPoints }));
const splitGross = (total: bigint, amountMinor: number, shares: readonly Share[]) =>
  grossShares(total, amountMinor, shares).map((share) => [share.receiverId, share.grossMinor]);

describe('grossShares', () => {
  it('keeps the labels of the shares, including the label of the owner', () => {
    const shares: Share[] = [
      { recipientId: 'owner', basisPoints: 4000, label: 'house' },
      { recipientId: 'a', basisPoints: 6000, label: 'rent' },
    ];
    expect(grossShares(10n, 10, shares)).toEqual([
      { receiverId: 'a', memo: 'rent', grossMinor: 6n },
      { receiverId: 'owner', memo: 'house', grossMinor: 4n },
    ]);
  });

  it('throws for shares of more than 100 %', () => {
    expect(() => splitGross(10n, 10, percent(['a', 6000], ['b', 4001]))).toThrow(RangeError);
  });

  const total = fc.bigInt({ min: 0n, max: 10n ** 23n });
  const parts = (total: number) =>
    fc
      .array(fc.integer({ min: 1, max: total }), { maxLength: 20 })
      .map((sizes) => {
        let left = total;
        return sizes.map((size) => {
          const part = Math.min(size, left);
          left -= part;
          return part;
        });
      })
      .map((sizes) => sizes.filter((size) => size > 0));

  const expectExactShares = (
    ves: bigint,
    amountMinor: number,
    shares: readonly Share[],
    fullWeight: number,
  ) => {
    const gross = grossShares(ves, amountMinor, shares);
    expect(gross.reduce((sum, share) => sum + share.grossMinor, 0n)).toBe(ves);
    for (const { receiverId, grossMinor } of gross) {
      const share = shares.find((candidate) => candidate.recipientId === receiverId);
      const weight = BigInt(share?.basisPoints ?? share?.amountMinor ?? fullWeight - totalSize(shares));
      const floor = (ves * weight) / BigInt(fullWeight);
      expect([floor, floor + 1n]).toContain(grossMinor);
    }
    expect(gross.some((share) => share.receiverId === 'owner')).toBe(totalSize(shares) < fullWeight);
  };
  const totalSize = (shares: readonly Share[]) =>
    shares.reduce((sum, share) => sum + (share.basisPoints ?? share.amountMinor ?? 0), 0);

  it('adds up to the exact amount for every percentage, with each share within a cent of its percentage', () => {
    fc.assert(
      fc.property(total, parts(10_000), (ves, points) => {
        const shares = points.map((basisPoints, index) => ({ recipientId: `p${index}`, basisPoints }));
        expectExactShares(ves, 1, shares, 10_000);
      }),
    );
  });

  it('adds up to the exact amount for every split by amounts, with each share within a cent', () => {
    const amount = fc.integer({ min: 1, max: 99_999_999_999_999 });
    fc.assert(
      fc.property(
        total,
        amount.chain((total) => fc.tuple(fc.constant(total), parts(total))),
        (ves, [whole, minors]) => {
          const shares = minors.map((amountMinor, index) => ({ recipientId: `p${index}`, amountMinor }));
          expectExactShares(ves, whole, shares, whole);
        },
      ),
    );
  });
});

describe('toShares', () => {
  const knownRecipients = new Set(['p1', 'p2']);
  const byPercent = { type: 'percent', pointer: '/recipients', knownRecipients } as const;
  const byAmount = { type: 'absolute', pointer: '/split/rules', knownRecipients } as const;

  it('finds every unknown recipient', () => {
    const code = 'fault.split.unknown_partner';
    const entries = ['x', 'p1', 'Owner'].map((recipient_id) => ({ recipient_id, amount_reference: 1 }));
    expect(toShares(entries, byAmount).faults).toEqual([
      { pointer: '/split/rules/0/recipient_id', code },
      { pointer: '/split/rules/2/recipient_id', code },
    ]);
  });

  it("throws for a share that wasn't validated", () => {
    expect(() => toShares([{ recipient_id: 'p1', amount_reference: 5 }], byPercent)).toThrow(TypeError);
    expect(() => toShares([{ recipient_id: 'p1', percent: 33.333 }], byPercent)).toThrow(TypeError);
  });
});
