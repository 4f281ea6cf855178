import { transactionStatuses } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { parseStatuses } from '../commands/pos/pos.ts';
import { parseRate } from './values.ts';

describe('parseStatuses', () => {
  it('accepts one status, several, and all, in upper and lower case', () => {
    expect(parseStatuses(inEnglish, 'pending')).toEqual(['PENDING']);
    expect(parseStatuses(inEnglish, 'Paid, VOID_PENDING')).toEqual(['PAID', 'VOID_PENDING']);
    expect(parseStatuses(inEnglish, 'ALL')).toBe(transactionStatuses);
  });

  it.each(['', 'payed', 'PAID,', 'all,PAID'])('refuses %j, and lists the choices', (text) => {
    expect(() => parseStatuses(inEnglish, text)).toThrow('PENDING, CANCELED, PAID');
  });
});

describe('parseRate', () => {
  it.each([
    ['0', 0],
    ['0.25', 0.25],
    ['1', 1],
    ['1.0', 1],
  ])('accepts %s', (text, rate) => {
    expect(parseRate(inEnglish, text)).toBe(rate);
  });

  it.each(['', '-0.1', '1.01', '25%', '.5', '1e-1', 'NaN'])('refuses %j', (text) => {
    expect(() => parseRate(inEnglish, text)).toThrow('from 0 to 1');
  });
});
