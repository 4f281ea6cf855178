import { describe, expect, it } from 'vitest';
import {
  decideAfterPoll,
  parseTypedAmount,
  stepKey,
  type TerminalTransaction,
  terminalNumberOf,
} from './transaction.ts';

describe('parseTypedAmount', () => {
  it.each([
    ['12.5', 12.5],
    [' 12,50 ', 12.5],
    ['0,01', 0.01],
    ['999999999999.99', 999999999999.99],
  ])('accepts %j', (text, amount) => {
    expect(parseTypedAmount(text)).toBe(amount);
  });

  it.each(['', '0', '0,00', '-1', '1.234', '1.234,50', '1e3', '0x10', '1 000', '1234567890123'])(
    'refuses %j',
    (text) => {
      expect(parseTypedAmount(text)).toBeUndefined();
    },
  );
});

describe('terminalNumberOf', () => {
  it.each([
    ['SN-1', '00000001'],
    ['POS-2026-0123456789', '23456789'],
    ['ñ', '00000000'],
  ])('returns for %j the number %j', (serial, number) => {
    expect(terminalNumberOf(serial)).toBe(number);
  });
});

function transaction(id: string, status: TerminalTransaction['status'] = 'PENDING'): TerminalTransaction {
  return {
    id,
    orderId: id,
    status,
    amountReference: 1,
    merchantId: 'm',
    currencyReference: 'USD',
    allowAmountChange: false,
    confirmData: null,
    cancellationDara: null,
    createdAt: '2026-11-20T21:27:00.000Z',
    updatedAt: '2026-11-20T21:27:00.000Z',
  };
}

const idle = { shownTransaction: null, postponedSteps: new Set<string>(), isIdle: true, isLocked: false };
const [first, second] = [transaction('1'), transaction('2')];

describe('decideAfterPoll', () => {
  it('opens the first transaction if the terminal is idle', () => {
    expect(decideAfterPoll([first, second], idle)).toBe(first);
  });

  it('leaves a postponed step in the list, but opens a later step of the same payment', () => {
    const postponed = new Set([stepKey(first)]);
    expect(decideAfterPoll([first, second], { ...idle, postponedSteps: postponed })).toBe(second);
    expect(decideAfterPoll([first], { ...idle, postponedSteps: postponed })).toBe('list');
    const voided = transaction('1', 'VOID_PENDING');
    expect(decideAfterPoll([voided], { ...idle, postponedSteps: postponed })).toBe(voided);
  });

  it('leaves the screen unchanged while the terminal is busy', () => {
    const busy = { ...idle, shownTransaction: first, isIdle: false };
    expect(decideAfterPoll([first, second], busy)).toBe('wait');
    expect(decideAfterPoll([second], { ...busy, shownTransaction: null })).toBe('wait');
  });

  it('checks the transaction on the screen if it is missing in the poll or its step has changed', () => {
    const busy = { ...idle, shownTransaction: first, isIdle: false };
    expect(decideAfterPoll([second], busy)).toBe('look again');
    expect(decideAfterPoll([transaction('1', 'VOID_PENDING')], busy)).toBe('look again');
  });

  it('changes nothing while a request may be in progress', () => {
    expect(decideAfterPoll([second], { ...idle, shownTransaction: first, isLocked: true })).toBe('wait');
    expect(decideAfterPoll([first], { ...idle, isLocked: true })).toBe('wait');
  });
});
