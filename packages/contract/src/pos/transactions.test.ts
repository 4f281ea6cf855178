import { describe, expect, it } from 'vitest';
import { faultsOf } from '../fields/faults.ts';
import type { Fault } from '../problem.ts';
import { listMerchantSettlements } from './settlements.ts';
import { statusFilterOf } from './transaction-data.ts';
import { commitTransaction, createTransaction, listTransactions, transactionNames } from './transactions.ts';

const { currencyReference: _currency, terminalSerial: _serial, ...bare } = createTransaction.example;

function faults(body: object): Fault[] {
  const result = createTransaction.body().safeParse({ ...bare, ...body });
  return result.success ? [] : faultsOf(result.error);
}

describe('the body of a transaction', () => {
  it.each([
    [
      { currencyReference: 'USD', terminalSerial: 'S' },
      { currencyReference: 'USD', terminalSerial: 'S' },
    ],
    [
      { currency: 'VES', serial: 'S' },
      { currencyReference: 'VES', terminalSerial: 'S' },
    ],
    [{ currency: 'EUR', currencyReference: 'EUR' }, { currencyReference: 'EUR' }],
  ])('takes either name: %j', (body, names) => {
    expect(transactionNames(createTransaction.body().parse({ ...bare, ...body }))).toEqual(names);
  });

  it('needs a currency, under whatever name', () => {
    expect(faults({})).toEqual([{ detail: 'is required', pointer: '/currencyReference' }]);
    expect(faults({ currency: 'GBP' })).toEqual([
      { detail: 'must be one of USD, EUR, COP, USDT, VES', pointer: '/currency' },
    ]);
  });

  it('refuses two names that differ, together with everything else', () => {
    expect(
      faults({
        orderId: '17',
        amountReference: 0,
        currency: 'USD',
        currencyReference: 'VES',
        serial: 'a',
        terminalSerial: 'b',
        allowAmountChange: 'no',
      }),
    ).toEqual([
      { detail: 'must be a UUID such as 5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b', pointer: '/orderId' },
      { detail: 'must be greater than 0', pointer: '/amountReference' },
      { detail: 'must be true or false, not a text', pointer: '/allowAmountChange' },
      { detail: 'must be the same as currencyReference when both are sent', pointer: '/currency' },
      { detail: 'must be the same as terminalSerial when both are sent', pointer: '/serial' },
    ]);
  });
});

describe('the status filter', () => {
  const filter = (query: Record<string, string>) => statusFilterOf(listTransactions.query().parse(query));

  it('has three forms', () => {
    expect(filter({})).toBeUndefined();
    expect(filter({ status: 'PENDING' })).toEqual(new Set(['PENDING']));
    expect(filter({ 'status[eq]': 'PAID' })).toEqual(new Set(['PAID']));
    expect(filter({ 'status[in]': 'PENDING, PAID' })).toEqual(new Set(['PENDING', 'PAID']));
    expect(filter({ status: 'PAID', 'status[in]': 'PENDING,VOIDED' })).toEqual(new Set());
  });

  it.each([
    [{ status: 'pending' }, '/status'],
    [{ status: '' }, '/status'],
    [{ 'status[eq]': 'DONE' }, '/status[eq]'],
    [{ 'status[in]': 'PAID,DONE' }, '/status[in]'],
    [{ 'status[ne]': 'PAID' }, '/status[ne]'],
  ])('refuses %j', (query, pointer) => {
    const result = listTransactions.query().safeParse(query);
    expect(result.error && faultsOf(result.error).map((fault) => fault.pointer)).toEqual([pointer]);
  });
});

describe('bodies of terminals', () => {
  it('need an authorization code to confirm a payment', () => {
    const result = commitTransaction.body().safeParse({ batchNumber: 1.5, commitAt: 'now' });
    expect(result.error && faultsOf(result.error)).toEqual([
      { detail: 'is required', pointer: '/authorizationCode' },
      { detail: 'must be an ISO 8601 date and time such as 2030-12-31T23:59:00Z', pointer: '/commitAt' },
      {
        detail: 'must be an integer from 1 or a text of at most 500 characters',
        pointer: '/batchNumber',
      },
    ]);
  });

  it('are listed by page for the merchant', () => {
    expect(listMerchantSettlements.query().parse({})).toEqual({ page: 1, size: 20, sort: '-closedAt' });
    expect(listMerchantSettlements.query().safeParse({ size: '201' }).success).toBe(false);
    expect(listMerchantSettlements.query().safeParse({ sort: 'amount' }).success).toBe(false);
  });
});
