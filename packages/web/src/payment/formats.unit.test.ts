import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import { describe, expect, it } from 'vitest';
import { formatHour, formatMoment, formatRate } from './formats.ts';

describe('formatMoney', () => {
  it.each([
    [122011, 'VES', 'es', 'Bs 1.220,11'],
    [122011, 'VES', 'en', 'Bs 1,220.11'],
    [1000, 'USD', 'es', 'USD 10,00'],
    [1000, 'USD', 'en', 'USD 10.00'],
    [1, 'EUR', 'es', 'EUR 0,01'],
    [10, 'COP', 'en', 'COP 0.10'],
    [99_999_999_999_999, 'USDT', 'es', 'USDT 999.999.999.999,99'],
    [99_999_999_999_999, 'USDT', 'en', 'USDT 999,999,999,999.99'],
    // Beyond 2^53: a float would end in ,16 or ,18.
    [18_311_119_999_999_817n, 'VES', 'es', 'Bs 183.111.199.999.998,17'],
  ] as const)('formats %s %s in %s as %s', (minor, currency, lang, expected) => {
    expect(formatMoney(minor, currency, lang)).toBe(expected);
  });
});

describe('formatRate', () => {
  it('keeps the decimals of the rate, at least two', () => {
    expect(formatRate('122.0112', 'es')).toBe('122,0112');
    expect(formatRate('0.0501', 'en')).toBe('0.0501');
    expect(formatRate('1', 'en')).toBe('1.00');
  });
});

describe('formatMoment', () => {
  const at = Date.UTC(2026, 10, 20, 21, 27);

  it('formats the time in Venezuela without line breaks', () => {
    expect(formatMoment(at, 'es')).toMatch(/^20 nov\.? 2026, 5:27\u00a0p\.\u00a0m\.$/);
    expect(formatMoment(at, 'en')).toBe('Nov 20, 2026, 5:27\u00a0PM');
    expect(formatHour(at, 'es')).toBe('5:27\u00a0p.\u00a0m.');
    expect(formatHour(at, 'en')).toBe('5:27\u00a0PM');
  });
});
