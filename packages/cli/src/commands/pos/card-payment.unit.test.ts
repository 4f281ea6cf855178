import { commitTransaction } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { cardPayment } from './pos-pay.ts';

const NOW = Date.parse('2026-01-01T12:00:00.000Z');
const terminal = { serial: 'VT-0001', batch: 7 };
const card = { card: 'debit' } as const;

describe('cardPayment', () => {
  it('returns a valid confirmation with the number of the open batch', () => {
    const payment = cardPayment('order-1', terminal, card, NOW);
    expect(commitTransaction.body().safeParse(payment)).toMatchObject({ success: true });
    expect(payment).toEqual({
      authorizationCode: expect.stringMatching(/^\d{6}$/),
      processCode: '000000',
      terminalNumber: 'VT-0001',
      trace: expect.stringMatching(/^\d{6}$/),
      utcDate: '2026-01-01T12:00:00.000Z',
      cardTypeForRpt: 'D',
      visOrMccCard: 'VISA',
      batchNumber: 7,
    });
  });

  it('returns the same confirmation for a repeated payment, and another for another order or terminal', () => {
    const codeOf = (order: string, serial: string) =>
      cardPayment(order, { serial, batch: 1 }, card, NOW).authorizationCode;
    expect(codeOf('order-1', 'A')).toBe(codeOf('order-1', 'A'));
    expect(new Set([codeOf('order-1', 'A'), codeOf('order-2', 'A'), codeOf('order-1', 'B')]).size).toBe(3);
  });

  it('applies the options to the confirmation', () => {
    const options = { amount: 20, card: 'credit' } as const;
    expect(cardPayment('order-1', terminal, options, NOW)).toMatchObject({
      amountReference: 20,
      cardTypeForRpt: 'C',
    });
  });
});
