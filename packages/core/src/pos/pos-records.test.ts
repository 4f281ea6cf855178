import { describe, expect, it } from 'vitest';
import { settlementKey, terminalKey, transactionKey } from './pos-records.ts';

describe('the ids of records', () => {
  it('tell accounts, merchants and terminals apart', () => {
    expect(terminalKey('acc_1', 'SN:1')).toBe('acc_1:SN:1');
    expect(terminalKey('acc_1', 'S')).not.toBe(terminalKey('acc_2', 'S'));
  });

  it('are the same for an order in upper and lower case, and for a batch as number and text', () => {
    expect(transactionKey('m', 'ABC')).toBe(transactionKey('m', 'abc'));
    expect(settlementKey('t', 7)).toBe(settlementKey('t', '7'));
    expect(settlementKey('t', '07')).not.toBe(settlementKey('t', 7));
  });
});
