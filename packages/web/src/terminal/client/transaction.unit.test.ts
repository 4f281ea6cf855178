import { describe, expect, it } from 'vitest';
import { nextTurn, stepOf, type TerminalTransaction, terminalNumberOf, typedAmount } from './transaction.ts';

describe('typedAmount', () => {
  it.each([
    ['12.5', 12.5],
    [' 12,50 ', 12.5],
    ['0,01', 0.01],
    ['999999999999.99', 999999999999.99],
  ])('takes %j', (text, amount) => {
    expect(typedAmount(text)).toBe(amount);
  });

  it.each(['', '0', '0,00', '-1', '1.234', '1.234,50', '1e3', '0x10', '1 000', '1234567890123'])(
    'refuses %j',
    (text) => {
      expect(typedAmount(text)).toBeUndefined();
    },
  );
});

describe('terminalNumberOf', () => {
  it.each([
    ['SN-1', '00000001'],
    ['POS-2026-0123456789', '23456789'],
    ['ñ', '00000000'],
  ])('reads %j as %j', (serial, number) => {
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

const idle = { order: null, postponed: new Set<string>(), isIdle: true, isLocked: false };
const [first, second] = [transaction('1'), transaction('2')];

describe('nextTurn', () => {
  it('opens the first when the device is idle', () => {
    expect(nextTurn([first, second], idle)).toBe(first);
  });

  it('leaves what was put off in the list, but not another step of the same payment', () => {
    const postponed = new Set([stepOf(first)]);
    expect(nextTurn([first, second], { ...idle, postponed: postponed })).toBe(second);
    expect(nextTurn([first], { ...idle, postponed: postponed })).toBe('list');
    const voided = transaction('1', 'VOID_PENDING');
    expect(nextTurn([voided], { ...idle, postponed: postponed })).toBe(voided);
  });

  it('leaves the screen alone while it is used', () => {
    const used = { ...idle, order: first, isIdle: false };
    expect(nextTurn([first, second], used)).toBe('wait');
    expect(nextTurn([second], { ...used, order: null })).toBe('wait');
  });

  it('looks again at what is shown once it is not found any more, or is at another step', () => {
    const used = { ...idle, order: first, isIdle: false };
    expect(nextTurn([second], used)).toBe('look again');
    expect(nextTurn([transaction('1', 'VOID_PENDING')], used)).toBe('look again');
  });

  it('changes nothing while something may be on its way', () => {
    expect(nextTurn([second], { ...idle, order: first, isLocked: true })).toBe('wait');
    expect(nextTurn([first], { ...idle, isLocked: true })).toBe('wait');
  });
});
