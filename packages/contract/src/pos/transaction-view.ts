import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type RowOf, type Shown, type Tone, viewOf } from '../views/view.ts';
import { type TransactionStatus, transactionStatuses } from './transaction-data.ts';
import { listTransactions } from './transactions.ts';

type Transaction = RowOf<typeof listTransactions>;

const tones: Readonly<Record<TransactionStatus, Tone>> = {
  PENDING: 'wait',
  PAID: 'good',
  CANCELED: 'plain',
  VOID_PENDING: 'wait',
  VOIDED: 'plain',
};

export const transactionState = {
  field: 'status',
  kind: 'state',
  words: 'transaction',
  tone: ({ status }) => tones[status],
} as const satisfies Shown<Transaction>;

const terminal: Shown<Transaction> = {
  field: 'terminalSerial',
  kind: 'text',
  value: ({ terminalSerial, confirmData }, t) =>
    terminalSerial ?? confirmData?.terminalNumber ?? t('word.terminal.any'),
  isLong: true,
};

const authorization: Shown<Transaction> = {
  field: 'authorizationCode',
  kind: 'code',
  value: ({ confirmData }) => confirmData?.authorizationCode,
};

const amount: Shown<Transaction> = {
  field: 'amountReference',
  kind: 'money',
  value: ({ amountReference, currencyReference, confirmData }) => [
    confirmData?.amountReference ?? amountReference,
    currencyReference,
  ],
};

export const transactionView = viewOf(listTransactions, {
  noun: 'transaction',
  id: ({ orderId }) => orderId,
  to: ({ orderId }) => `/console/transactions/${encodeURIComponent(orderId)}`,
  columns: [
    { field: 'orderId', kind: 'id' },
    transactionState,
    {
      ...amount,
      beside: ({ allowAmountChange }, t) => (allowAmountChange ? t('word.transaction.mayChange') : undefined),
    },
    { ...terminal, isLong: false },
    { field: 'createdAt', kind: 'age' },
  ],
  filters: [{ name: 'status', values: transactionStatuses, words: 'transaction' }],
  command: 'pos create --amount 12.50',
  facts: [
    { field: 'orderId', kind: 'code', isLong: true },
    terminal,
    { field: 'clientIdentification', kind: 'text', isLong: true },
    { field: 'createdAt', kind: 'instant' },
    { field: 'updatedAt', kind: 'instant' },
    { field: 'allowAmountChange', kind: 'flag' },
    { field: 'paidAt', kind: 'instant', value: ({ confirmData }) => confirmData?.commitAt },
    {
      field: 'paidAmount',
      kind: 'money',
      value: ({ confirmData, currencyReference }) =>
        confirmData && [confirmData.amountReference, currencyReference],
    },
    authorization,
    { field: 'cancelledAt', kind: 'instant', value: ({ cancellationDara }) => cancellationDara?.commitAt },
  ],
});

export const doneTransactionView = {
  ...transactionView,
  columns: [
    transactionState,
    amount,
    {
      ...authorization,
      value: ({ confirmData }: Transaction, t: Texts) =>
        confirmData && t('word.transaction.authorization', confirmData),
    },
  ],
};
