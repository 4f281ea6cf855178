import { describe, expect, it } from 'vitest';
import { settlementKey, terminalKey, transactionKey } from './pos-records.ts';

describe('ids of records', () => {
  it('differs between accounts, merchants and terminals', () => {
    expect(terminalKey('acc_1', 'SN:1')).toBe('acc_1:SN:1');
    expect(terminalKey('acc_1', 'S')).not.toBe(terminalKey('acc_2', 'S'));
  });

  it('ignores the letter case of an order, and whether a batch number is a string', () => {
    expect(transactionKey('m', 'ABC')).toBe(transactionKey('m', 'abc'));
    expect(settlementKey('t', 7)).toBe(settlementKey('t', '7'));
    expect(settlementKey('t', '07')).not.toBe(settlementKey('t', 7));
  });
});
