import { hundredthsOf } from '@svc-simulator/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf, numberOf } from './money.ts';

describe('minor units', () => {
  it('survive the way from the wire and back, for every amount of two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), (minor) => {
        const text = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
        expect(hundredthsOf(JSON.parse(text))).toBe(minor);
        for (const form of [minor, BigInt(minor), String(minor)]) {
          expect(decimalOf(form)).toBe(text);
          expect(numberOf(form)).toBe(Number(text));
        }
      }),
    );
  });

  it('keep what is beyond 2^53 as near as a double can', () => {
    expect(decimalOf(18_311_119_999_999_817n)).toBe('183111199999998.17');
    expect(numberOf('18311119999999817')).toBe(Number('183111199999998.17'));
  });

  it('pad small amounts and keep a sign', () => {
    expect(decimalOf(0)).toBe('0.00');
    expect(decimalOf(7)).toBe('0.07');
    expect(decimalOf(-7n)).toBe('-0.07');
    expect(numberOf('0')).toBe(0);
  });
});
