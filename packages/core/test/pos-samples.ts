import type { SettlementRecord, TerminalRecord, TransactionRecord } from '../src/index.ts';
import { CREATED_AT } from './samples.ts';

const ACCOUNT_ID = 'acc_0011223344556677';

export function sampleTerminal(changes: Partial<TerminalRecord> = {}): TerminalRecord {
  return {
    id: '6a0d7c1e-1b2c-4d3e-8f40-516273849501',
    accountId: ACCOUNT_ID,
    serial: 'SN-1',
    state: 'unlinked',
    code: null,
    secretKey: null,
    paidSinceClosing: 0,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...changes,
  };
}

export function sampleTransaction(changes: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    id: '7b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a02',
    accountId: ACCOUNT_ID,
    merchantId: '1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e05',
    orderId: '5F0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b',
    status: 'PENDING',
    amountMinor: 1250,
    currencyReference: 'USD',
    allowAmountChange: false,
    terminalSerial: 'SN-1',
    confirmation: null,
    cancelledAt: null,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...changes,
  };
}

export function sampleSettlement(changes: Partial<SettlementRecord> = {}): SettlementRecord {
  return {
    accountId: ACCOUNT_ID,
    terminalId: sampleTerminal().id,
    serial: 'SN-1',
    batchNumber: 7,
    transactionCount: 2,
    closedAt: CREATED_AT,
    currencyReference: 'VES',
    createdAt: CREATED_AT,
    ...changes,
  };
}
