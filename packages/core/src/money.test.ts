import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basisPointsOf, decimalOf, MAX_AMOUNT_MINOR, minorOf, numberOf } from './money.ts';

describe('minorOf', () => {
  it.each([
    [0.01, 1],
    [0.1, 10],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [19.99, 1999],
    [1.15, 115],
    [100, 10_000],
    [8.2e2, 82_000],
    [999_999_999_999.99, MAX_AMOUNT_MINOR],
  ])('takes %d as %d units', (amount, minor) => {
    expect(minorOf(amount)).toBe(minor);
  });

  it.each([
    ['a third decimal', 1.005],
    ['a third decimal that floats hide', 0.1 + 0.2],
    ['a third decimal of a great amount', 999_999_999_999.985],
    ['less than a cent', 0.001],
    ['nothing', 0],
    ['minus zero', -0],
    ['a debt', -1],
    ['a cent too much', 1_000_000_000_000],
    ['not a number', Number.NaN],
    ['infinity, which is what 1e400 parses to', JSON.parse('1e400')],
  ])('refuses %s', (_name, amount) => {
    expect(minorOf(amount)).toBeNull();
  });

  it('reads every two-decimal text as what it says, and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_MINOR }), (minor) => {
        const text = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
        expect(minorOf(JSON.parse(text))).toBe(minor);
        expect(decimalOf(minor)).toBe(text);
        expect(numberOf(minor)).toBe(Number(text));
        expect(numberOf(BigInt(minor))).toBe(Number(text));
      }),
    );
  });
});

describe('basisPointsOf', () => {
  it.each([
    [0.01, 1],
    [33.33, 3333],
    [100, 10_000],
    [0, null],
    [100.01, null],
    [33.333, null],
    [-5, null],
  ])('%d percent is %s', (percent, points) => {
    expect(basisPointsOf(percent)).toBe(points);
  });
});

describe('numberOf and decimalOf', () => {
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
