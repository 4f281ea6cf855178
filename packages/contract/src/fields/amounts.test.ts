import { words } from '@svc-simulator/test-support/problems/words.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, amountOrZero, percent, toHundredths } from './amounts.ts';
import { faultsOf } from './faults.ts';

function detailOf(schema: ReturnType<typeof amount>, value: unknown): string | undefined {
  const result = schema.safeParse(value);
  const [fault] = result.success ? [] : faultsOf(result.error);
  return fault && words(fault);
}

describe('amount', () => {
  it.each([
    [3.5999999999999996, 3.6],
    [30.299999999999997, 30.3],
    [0.1 + 0.2, 0.3],
    [1.1 * 3, 3.3],
    [10.0000009, 10],
  ])('ignores the rounding error of %d, and returns %d', (value, expected) => {
    expect(amount().parse(value)).toBe(expected);
    expect(percent().parse(value)).toBe(expected);
    expect(amountOrZero().parse(value)).toBe(expected);
  });

  it('accepts a sum of prices that a POS app calculated with doubles', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 }),
        (prices) => {
          const sum = prices.reduce((total, cents) => total + cents / 100, 0);
          const cents = prices.reduce((total, one) => total + one, 0);
          expect(amount().parse(sum)).toBe(cents / 100);
        },
      ),
    );
  });

  it('refuses JSON that overflows to infinity', () => {
    expect(detailOf(amount(), JSON.parse('1e400'))).toBeDefined();
  });

  it('returns the hundredths of every number with two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), (hundredths) => {
        const text = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
        expect(toHundredths(JSON.parse(text))).toBe(hundredths);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses a number with a third decimal other than 0', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 1, max: 9 }), (units, third) => {
        expect(toHundredths(JSON.parse(`${units}.25${third}`))).toBeNull();
      }),
    );
  });
});
