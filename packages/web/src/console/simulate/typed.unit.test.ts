import { expect, it } from 'vitest';
import { nextIdentifier, parseNumber } from './typed.ts';

it.each([
  ['12.5', 12.5],
  ['12,50', 12.5],
  [' 35000 ', 35_000],
  ['35.000,50', 35_000.5],
  ['35,000.50', 35_000.5],
  ['1.234.567,8', 1_234_567.8],
  ['-1', -1],
  // Ambiguous: thirty-five, or thirty-five thousand.
  ['35.000', '35.000'],
  ['1,234,567', '1,234,567'],
  ['1.00,50', '1.00,50'],
  ['1.2.3', '1.2.3'],
  ['a lot', 'a lot'],
  ['', undefined],
])('parses the typed amount %j as %j', (text, number) => {
  expect(parseNumber(new URLSearchParams({ amount: text }), 'amount')).toBe(number);
});

it.each([
  [undefined, 'A-1001'],
  ['A-1001', 'A-1002'],
  ['order 099', 'order 100'],
  ['9', '10'],
  ['Pedido', 'Pedido'],
])('suggests after the identifier %j the identifier %j', (identifier, next) => {
  expect(nextIdentifier(identifier)).toBe(next);
});
