import { numberOf } from '../money.ts';
import { isoOf } from '../session/payment-view.ts';
import type {
  Confirmation,
  MerchantRecord,
  SettlementRecord,
  TerminalRecord,
  TerminalState,
  TransactionRecord,
} from './pos-records.ts';
import { terminalStateAt } from './terminal-machine.ts';

export function merchantData({ id, legalName, status, createdAt }: MerchantRecord) {
  return { id, legalName, status, createdAt: isoOf(createdAt) };
}

/** Returns a terminal for its merchant's list, without its code and secret. */
export function terminalData(terminal: TerminalRecord, now: number) {
  const state = terminalStateAt(terminal, now);
  return {
    serial: terminal.serial,
    status: state.toUpperCase() as Uppercase<TerminalState>,
    codeExpiresAt: state === 'pairing' && terminal.code ? isoOf(terminal.code.expiresAt) : null,
    paidSinceClosing: terminal.paidSinceClosing,
    createdAt: isoOf(terminal.createdAt),
    updatedAt: isoOf(terminal.updatedAt),
  };
}

/** Returns the `data` of a transaction (specification, Transaction; contract section 6). */
export function transactionData(transaction: TransactionRecord) {
  const { confirmation, cancelledAt } = transaction;
  return {
    id: transaction.id,
    orderId: transaction.orderId,
    merchantId: transaction.merchantId,
    status: transaction.status,
    amountReference: numberOf(transaction.amountMinor),
    currencyReference: transaction.currencyReference,
    allowAmountChange: transaction.allowAmountChange,
    clientIdentification: transaction.clientIdentification,
    terminalSerial: transaction.terminalSerial,
    deeplinkConfig: transaction.deeplinkConfig,
    confirmData: confirmation && confirmDataOf(confirmation),
    // Misspelled as in the specification, because programs read this name.
    cancellationDara: cancelledAt === null ? null : { commitAt: isoOf(cancelledAt) },
    createdAt: isoOf(transaction.createdAt),
    updatedAt: isoOf(transaction.updatedAt),
  };
}

function confirmDataOf({ committedAt, amountMinor, ...fields }: Confirmation) {
  return { ...fields, commitAt: isoOf(committedAt), amountReference: numberOf(amountMinor) };
}

export function settlementData(settlement: SettlementRecord) {
  return {
    batchNumber: settlement.batchNumber,
    transactionCount: settlement.transactionCount,
    closedAt: isoOf(settlement.closedAt),
    currencyReference: settlement.currencyReference,
    terminal: settlement.terminal,
    debitBatch: settlement.debitBatch,
    serialNumber: settlement.serial,
    createdAt: isoOf(settlement.createdAt),
  };
}
