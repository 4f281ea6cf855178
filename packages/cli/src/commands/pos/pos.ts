import {
  cancelTransaction,
  createTransaction,
  currencies,
  defined,
  listTerminals,
  listTransactions,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { parseAmount } from '../../input/values.ts';
import { everyPage, listCommand, pageOf, plainCommand } from '../../plain-command.ts';
import { ofTransaction } from '../../pos/each-order.ts';
import { logInMerchant, merchantTakes } from '../../pos/merchant-login.ts';
import { uuidFrom } from '../../pos/seeded-draws.ts';
import { transactionLines } from '../../pos/transaction-lines.ts';
import { ago, columns, plain } from '../../rendering/text.ts';
import { declare as list } from './pos-list.ts';
import { declare as pair } from './pos-pair.ts';
import { declare as pay } from './pos-pay.ts';
import { declare as settle } from './pos-settle.ts';
import { declare as voids } from './pos-void.ts';

export const posCommands = {
  list,
  pair,
  pay,
  settle,
  void: voids,

  create: plainCommand({
    takes: {
      '--amount <n>': { text: 'amount in the reference currency', parse: parseAmount, fallback: 10 },
      '--currency <code>': { text: 'reference currency', choices: currencies, fallback: 'USD' },
      '--order <uuid>': 'orderId; default: a new one',
      '--terminal <serial>': 'only for this terminal; default: every terminal of the merchant sees it',
      '--allow-amount-change': 'the terminal may change the amount',
      ...merchantTakes,
    },
    call: async ({ connection, given, context }) => {
      const { order, amount, currency, terminal, allowAmountChange } = given;
      const { id: merchantId, headers } = await logInMerchant(connection, given);
      const body = {
        orderId: order ?? uuidFrom(context.randomPassword()),
        amountReference: amount,
        currencyReference: currency,
        ...defined({ terminalSerial: terminal, allowAmountChange }),
      };
      return connection.open().call(createTransaction, { params: { merchantId }, body, headers });
    },
    lines: (transaction, colours) => transactionLines([transaction], colours),
    next: ({ orderId }, { context: { program } }) => `${program} pos pay ${orderId}`,
  }),

  terminals: listCommand({
    takes: merchantTakes,
    call: async ({ connection, given }) => {
      const { id: merchantId, headers } = await logInMerchant(connection, given);
      return connection.open().call(listTerminals, { params: { merchantId }, query: pageOf(given), headers });
    },
    lines: (terminals, colours, nowMs) =>
      columns(
        terminals.map(({ serial, status, createdAt }) => [
          plain(serial, 64),
          status === 'LINKED' ? colours.green(status) : status,
          colours.dim(ago(createdAt, nowMs)),
        ]),
      ),
    ifEmpty: (program) => t`no terminal here; ${program} pos pair makes one`,
  }),

  cancel: plainCommand({
    takes: { '<order>': 'orderId of the transaction, or its id', ...merchantTakes },
    help: () =>
      t`\nA pending transaction is cancelled at once; the void of a paid one waits for the terminal.`,
    call: async ({ connection, given }) => {
      const { id: merchantId, headers } = await logInMerchant(connection, given);
      const client = connection.open();
      const all = () =>
        everyPage((query) => client.call(listTransactions, { params: { merchantId }, query, headers }));
      return ofTransaction(given.order, all, (orderId) =>
        client.call(cancelTransaction, { params: { merchantId, orderId }, headers }),
      );
    },
    lines: (transaction, colours) => transactionLines([transaction], colours),
    next: ({ status, orderId }, { context: { program } }) =>
      status === 'VOID_PENDING' ? `${program} pos void ${orderId}` : undefined,
  }),
};
