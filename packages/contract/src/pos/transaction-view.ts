import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type RowOf, type ShownField, type Tone, viewOf } from '../views/view.ts';
import { type TransactionStatus, transactionStatuses } from './transaction-data.ts';
import { listTransactions } from './transactions.ts';

type TransactionRow = RowOf<typeof listTransactions>;

const transactionTones: Readonly<Record<TransactionStatus, Tone>> = {
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
  tone: ({ status }) => transactionTones[status],
} as const satisfies ShownField<TransactionRow>;

const terminalFact: ShownField<TransactionRow> = {
  field: 'terminalSerial',
  kind: 'text',
  value: ({ terminalSerial, confirmData }, t) =>
    terminalSerial ?? confirmData?.terminalNumber ?? t('word.terminal.any'),
  layout: 'long',
};

const authorizationFact: ShownField<TransactionRow> = {
  field: 'authorizationCode',
  kind: 'code',
  value: ({ confirmData }) => confirmData?.authorizationCode,
};

const amountFact: ShownField<TransactionRow> = {
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
      ...amountFact,
      beside: ({ allowAmountChange }, t) => (allowAmountChange ? t('word.transaction.mayChange') : undefined),
    },
    { ...terminalFact, layout: 'short' },
    { field: 'createdAt', kind: 'age' },
  ],
  filters: [{ name: 'status', values: transactionStatuses, words: 'transaction' }],
  command: 'pos create --amount 12.50',
  facts: [
    { field: 'orderId', kind: 'code', layout: 'long' },
    terminalFact,
    { field: 'clientIdentification', kind: 'text', layout: 'long' },
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
    authorizationFact,
    { field: 'cancelledAt', kind: 'instant', value: ({ cancellationDara }) => cancellationDara?.commitAt },
  ],
});

export const finishedTransactionView = {
  ...transactionView,
  columns: [
    transactionState,
    amountFact,
    {
      ...authorizationFact,
      value: ({ confirmData }: TransactionRow, t: Texts) =>
        confirmData && t('word.transaction.authorization', confirmData),
    },
  ],
};
