import { expect, it } from 'vitest';
import { banks } from './banks.ts';

it('lists the banks once each, by code', () => {
  const codes = banks.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)].sort());
  expect(codes.every((code) => /^0\d{3}$/.test(code))).toBe(true);
  expect(banks).toContainEqual({ code: '0134', name: 'Banesco' });
});
