import type { Texts } from '@svc-simulator/texts/texts.ts';
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
  const { t } = colours;
  return columns(
    transactions.map((transaction) => [
      ...cellsOf(transaction, colours),
      colours.dim(ago(t, transaction.createdAt, nowMs)),
      plain(transaction.terminalSerial ?? t('cli.pos.any_terminal'), 40),
      transaction.allowAmountChange ? colours.dim(t('cli.pos.amount_may_change')) : '',
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
        confirmData
          ? colours.t('cli.pos.authorization', {
              authorizationCode: plain(confirmData.authorizationCode, 40),
            })
          : '',
      ];
    }),
  );
}

/** A closing of a batch in one line. */
export function settlementLine(
  t: Texts,
  { batchNumber, transactionCount, serialNumber }: Settlement,
): string {
  return t('cli.pos.batch_closed', {
    batchNumber: plain(batchNumber),
    payments: t('cli.pos.payments', { count: Number(transactionCount) }),
    serialNumber: plain(serialNumber, 40),
  });
}

function cellsOf(transaction: Transaction, colours: Colours): string[] {
  const { orderId, status, amountReference, currencyReference, confirmData } = transaction;
  return [
    plain(orderId),
    colourOfTransaction(status, colours),
    money(confirmData?.amountReference ?? amountReference, currencyReference),
  ];
}
