import {
  type CurrencyCode,
  cancelTransaction,
  createTransaction,
  currencies,
  listTerminals,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import { parseAmount } from '../../input/values.ts';
import { type Call, listCommand, type PageOptions, pageOf, plainCommand } from '../../plain-command.ts';
import { logInMerchant, type MerchantOptions, takesMerchant } from '../../pos/merchant-login.ts';
import { uuidFrom } from '../../pos/seeded-draws.ts';
import { columns, distance, plain } from '../../rendering/text.ts';
import { transactionLines } from '../../rendering/transaction-lines.ts';
import { declarePosList as list } from './pos-list.ts';
import { declarePosPair as pair } from './pos-pair.ts';
import { declarePosPay as pay } from './pos-pay.ts';
import { declarePosSettle as settle } from './pos-settle.ts';
import { declarePosVoid as voids } from './pos-void.ts';

interface CreateOptions extends MerchantOptions {
  readonly amount: number;
  readonly currency: CurrencyCode;
  readonly order?: string;
  readonly terminal?: string;
  readonly client?: string;
  readonly allowAmountChange?: boolean;
}

export const posCommands = {
  list,
  pair,
  pay,
  settle,
  void: voids,

  create: plainCommand({
    takes: (command) => {
      command
        .option('--amount <n>', 'amount in the reference currency', parseAmount, 10)
        .addOption(new Option('--currency <code>', 'reference currency').choices(currencies).default('USD'))
        .option('--order <uuid>', 'orderId; default: a new one')
        .option(
          '--terminal <serial>',
          'only for this terminal; default: every terminal of the merchant sees it',
        )
        .option('--client <id>', "the customer's identification")
        .option('--allow-amount-change', 'the terminal may change the amount');
      takesMerchant(command);
    },
    call: async ({ connection, options, context }: Call<CreateOptions>) => {
      const { terminal, client, allowAmountChange } = options;
      const { id: merchantId, headers } = await logInMerchant(connection, options);
      const body = {
        orderId: options.order ?? uuidFrom(context.randomPassword()),
        amountReference: options.amount,
        currencyReference: options.currency,
        ...(terminal !== undefined && { terminalSerial: terminal }),
        ...(client !== undefined && { clientIdentification: client }),
        ...(allowAmountChange && { allowAmountChange }),
      };
      return connection.open().call(createTransaction, { params: { merchantId }, body, headers });
    },
    lines: (transaction, colours) => transactionLines([transaction], colours),
    next: ({ orderId }, { context: { program } }) => `${program} pos pay ${orderId}`,
  }),

  terminals: listCommand({
    takes: takesMerchant,
    call: async ({ connection, options }: Call<MerchantOptions & PageOptions>) => {
      const { id: merchantId, headers } = await logInMerchant(connection, options);
      return connection
        .open()
        .call(listTerminals, { params: { merchantId }, query: pageOf(options), headers });
    },
    lines: (terminals, colours, nowMs) =>
      columns(
        terminals.map(({ serial, status, createdAt }) => [
          plain(serial, 64),
          status === 'LINKED' ? colours.green(status) : status,
          colours.dim(distance(Date.parse(createdAt), nowMs)),
        ]),
      ),
    ifEmpty: (program) => t`no terminal here; ${program} pos pair makes one`,
  }),

  cancel: plainCommand({
    takes: (command) => {
      command
        .argument('<order>', 'orderId of the transaction')
        .addHelpText(
          'after',
          t`\nWhat is pending is cancelled at once; of what is paid, the terminal confirms the void.`,
        );
      takesMerchant(command);
    },
    call: async ({ connection, options }: Call<MerchantOptions>, orderId) => {
      const { id: merchantId, headers } = await logInMerchant(connection, options);
      return connection.open().call(cancelTransaction, { params: { merchantId, orderId }, headers });
    },
    lines: (transaction, colours) => transactionLines([transaction], colours),
    next: ({ status, orderId }, { context: { program } }) =>
      status === 'VOID_PENDING' ? `${program} pos void ${orderId}` : undefined,
  }),
};
