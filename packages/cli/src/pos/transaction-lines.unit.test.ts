import { transactionView } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { viewLines } from '../rendering/view-lines.ts';
import { settlementLine, transactionLines } from './each-order.ts';
import type { PosTransaction } from './terminal-calls.ts';

const none = Object.assign(new Chalk({ level: 0 }), { t: inEnglish });
const at = '2026-11-21T05:00:00.000Z';
const transaction = (more: Partial<PosTransaction> = {}): PosTransaction => ({
  id: 'b1c8d1ac-1a0f-4f0e-9d0c-3f3a1f4d5e6f',
  orderId: '5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b',
  merchantId: '867c6de2-ba47-4340-9c08-1874ac29d356',
  status: 'PENDING',
  amountReference: 12.5,
  currencyReference: 'USD',
  allowAmountChange: false,
  confirmData: null,
  cancellationDara: null,
  createdAt: at,
  updatedAt: at,
  ...more,
});
const paidTransaction = transaction({
  status: 'PAID',
  confirmData: { authorizationCode: '004512', commitAt: at, amountReference: 15 },
});

describe('a list of transactions', () => {
  it('aligns the amount, the terminal and the age in columns', () => {
    const nowMs = Date.parse(at) + 120_000;
    const free = transaction({ orderId: 'o-2', allowAmountChange: true, terminalSerial: 'SN-1' });
    expect(viewLines(transactionView, [transaction(), free], none, { nowMs })).toEqual([
      '5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b  pending  USD 12.50                     any terminal  2 min ago',
      'o-2                                   pending  USD 12.50  amount can change  SN-1          2 min ago',
    ]);
  });
});

describe('transactionLines', () => {
  it('shows the paid amount with its authorization code', () => {
    expect(transactionLines([paidTransaction], none)).toEqual([
      '5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b  paid  USD 15.00  authorization 004512',
    ]);
  });

  it('escapes control characters of the data', () => {
    const [line] = transactionLines([transaction({ orderId: 'a\u001b[2Jb' })], none);
    expect(line).not.toContain('\u001b');
  });

  it('colors lines by status', () => {
    const style = Object.assign(new Chalk({ level: 1 }), { t: inEnglish });
    expect(transactionLines([paidTransaction], style)[0]).toContain(style.green('paid'));
    expect(transactionLines([transaction()], style)[0]).toContain(style.yellow('pending'));
  });
});

describe('settlementLine', () => {
  it('counts the payments of a settlement in words', () => {
    const closing = {
      batchNumber: 3,
      transactionCount: 1,
      closedAt: at,
      currencyReference: 'VES',
      serialNumber: 'VT-0001',
      createdAt: at,
    } as const;
    expect(settlementLine(inEnglish, closing)).toBe('batch 3 settled  1 payment  VT-0001');
    expect(settlementLine(inEnglish, { ...closing, transactionCount: 2 })).toBe(
      'batch 3 settled  2 payments  VT-0001',
    );
  });
});
