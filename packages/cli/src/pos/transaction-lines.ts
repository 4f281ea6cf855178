import { t } from '@svc-simulator/core';
import type { Colours } from '../rendering/colours.ts';
import { ago, columns, money, plain } from '../rendering/text.ts';
import type { Settlement, Transaction } from './terminal-calls.ts';

export function colourOfTransaction(status: string, colours: Colours): string {
  if (status === 'PAID') return colours.green(status);
  if (status === 'CANCELED' || status === 'VOIDED') return colours.red(status);
  return colours.yellow(status);
}

/** Transactions as a table: what is to be paid, how old it is, and where. */
export function transactionListLines(
  transactions: readonly Transaction[],
  colours: Colours,
  nowMs: number,
): string[] {
  return columns(
    transactions.map((transaction) => [
      ...cellsOf(transaction, colours),
      colours.dim(ago(transaction.createdAt, nowMs)),
      plain(transaction.terminalSerial ?? t`any terminal`, 40),
      transaction.allowAmountChange ? colours.dim(t`amount may change`) : '',
    ]),
  );
}

/** Transactions that something was just done to, with the bank's word on them. */
export function transactionLines(transactions: readonly Transaction[], colours: Colours): string[] {
  return columns(
    transactions.map((transaction) => {
      const { confirmData } = transaction;
      return [
        ...cellsOf(transaction, colours),
        confirmData ? t`authorization ${plain(confirmData.authorizationCode, 40)}` : '',
      ];
    }),
  );
}

/** A closing of a batch in one line. */
export function settlementLine({ batchNumber, transactionCount, serialNumber }: Settlement): string {
  const payments = transactionCount === 1 ? t`1 payment` : t`${transactionCount} payments`;
  return t`batch ${plain(batchNumber)} closed  ${payments}  ${plain(serialNumber, 40)}`;
}

function cellsOf(transaction: Transaction, colours: Colours): string[] {
  const { orderId, status, amountReference, currencyReference, confirmData } = transaction;
  return [
    plain(orderId),
    colourOfTransaction(status, colours),
    money(confirmData?.amountReference ?? amountReference, currencyReference),
  ];
}
