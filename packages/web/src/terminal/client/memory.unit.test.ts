import { batchAfter } from '@svc-simulator/contract/pos/terminal-device.ts';
import { expect, it } from 'vitest';
import { addToBatch, closingOutcome, nextTraceNumber, type StoredTerminal, totalsOf } from './memory.ts';

function newStoredTerminal(): StoredTerminal {
  return { serial: 'SN-1', secret: 'secret', batch: 1, trace: 0, count: 0, totals: {} };
}

it('sums a day’s payments to the cent, by currency', () => {
  const storedTerminal = newStoredTerminal();
  for (let payments = 0; payments < 1000; payments++) addToBatch(storedTerminal, 'USD', 0.1);
  addToBatch(storedTerminal, 'VES', 1220.11);
  expect(storedTerminal.count).toBe(1001);
  expect(totalsOf(storedTerminal)).toEqual([
    ['VES', 122_011],
    ['USD', 10_000],
  ]);
});

it('numbers confirmations with six digits, and starts again after 999999', () => {
  const storedTerminal = newStoredTerminal();
  expect([nextTraceNumber(storedTerminal), nextTraceNumber(storedTerminal)]).toEqual(['000001', '000002']);
  storedTerminal.trace = 999_998;
  expect([nextTraceNumber(storedTerminal), nextTraceNumber(storedTerminal)]).toEqual(['999999', '000001']);
});

it.each([
  [201, false, 'closed'],
  [201, true, 'closed'],
  [409, false, 'taken'],
  [409, true, 'closed'],
  [400, true, 'refused'],
] as const)('treats the response %i to a settlement (repeated: %s) as %s', (status, isRepeated, outcome) => {
  expect(closingOutcome(status, isRepeated)).toBe(outcome);
});

it.each([
  [[], 1],
  [[3, 12, 7], 13],
  [['A-9', 4, 2.5], 5],
  [['A-9'], 1],
])('numbers the batch after the batches %j as %i', (numbers, next) => {
  expect(batchAfter(numbers.map((batchNumber) => ({ batchNumber })))).toBe(next);
});
