import { expect, it } from 'vitest';
import { bankOf, banks } from './banks.ts';

it('lists the banks once each, by code', () => {
  const codes = banks.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)].sort());
  expect(codes.every((code) => /^0\d{3}$/.test(code))).toBe(true);
  expect(bankOf('0134')).toEqual({ code: '0134', name: 'Banesco' });
  expect(bankOf('9999')).toBeUndefined();
});
