import { ProblemError } from '@svc-simulator/client';
import {
  cancelTransaction,
  createTransaction,
  currencies,
  defined,
  listTerminals,
  listTransactions,
  transactionStatuses,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { refusal, wrongUsage } from '../../failures.ts';
import { parseAmount } from '../../input/values.ts';
import { everyPage, listCommand, pageOf, pageTakes, plainCommand, runCommand } from '../../plain-command.ts';
import { eachOrder, ofTransaction } from '../../pos/each-order.ts';
import { logInMerchant, merchantTakes } from '../../pos/merchant-login.ts';
import { parseStatuses } from '../../pos/pos-values.ts';
import { uuidFrom } from '../../pos/seeded-draws.ts';
import { type ConnectedTerminal, connectTerminal, terminalTakes } from '../../pos/terminal-connection.ts';
import { keepBatch } from '../../pos/terminals-file.ts';
import { settlementLine, transactionLines, transactionListLines } from '../../pos/transaction-lines.ts';
import { ago, columns, plain } from '../../rendering/text.ts';
import { declare as pair } from './pos-pair.ts';
import { declare as pay } from './pos-pay.ts';

export const posCommands = {
  list: runCommand({
    takes: {
      '--status <statuses>': {
        text: 'one or several, such as PAID,VOID_PENDING, or all',
        parse: parseStatuses,
        fallback: ['PENDING'],
        otherwise: 'PENDING',
      },
      ...pageTakes,
      ...terminalTakes,
    },
    json: "print the transactions as the API's JSON",
    run: async ({ given, context, report, hint }) => {
      const { calls } = await connectTerminal(context, given);
      const { data, nextCursor } = await calls.list(given.status, given);
      report(data, (colours) => transactionListLines(data, colours, context.now()));
      const { program } = context;
      const [pending, voiding] = (['PENDING', 'VOID_PENDING'] as const).map((status) =>
        data.find((transaction) => transaction.status === status),
      );
      if (data.length === 0) {
        const what = given.status.join(t` or `);
        hint(t`nothing is ${what} here; ${program} pos create --amount 12.50 makes a transaction`);
      } else if (nextCursor !== null) hint(t`there are more: --cursor ${nextCursor}`);
      else if (pending) hint(`${program} pos pay ${pending.orderId}`);
      else if (voiding) hint(`${program} pos void ${voiding.orderId}`);
    },
  }),

  pair,
  pay,

  void: runCommand({
    takes: {
      '[order]': 'orderId of the transaction, or its id',
      '--all': 'every void that the merchant has asked for',
      ...terminalTakes,
    },
    run: async (at) => {
      const { given, context, report, hint } = at;
      const { program } = context;
      if ((given.order === undefined) === !given.all)
        throw wrongUsage(t`void what? name one order, or --all`);
      const { calls } = await connectTerminal(context, given);
      const confirm = (orderId: string) => calls.void(orderId);
      if (given.order !== undefined) {
        const voided = await ofTransaction(given.order, () => calls.all(...transactionStatuses), confirm);
        report(voided, (colours) => transactionLines([voided], colours));
        return hint(`${program} pos settle`);
      }
      const waiting = await calls.all('VOID_PENDING');
      const none = t`no void was asked for; ${program} pos cancel ORDER asks, as the till does`;
      await eachOrder(at, waiting, confirm, waiting.length === 0 ? none : undefined);
    },
  }),

  settle: runCommand({
    takes: {
      '--currency <code>': {
        text: 'currency of the closing; default: that of the first payment in the batch',
        choices: currencies,
      },
      ...terminalTakes,
    },
    json: "print the closing as the API's JSON",
    run: async ({ given, context, report, hint }) => {
      const connected = await connectTerminal(context, given);
      const { calls, file, terminal } = connected;
      const { serial, batch } = terminal;
      // A voided payment was made in the batch as well.
      const paid = await calls.all('PAID', 'VOID_PENDING', 'VOIDED');
      const own = paid.filter(
        ({ confirmData }) => confirmData?.terminalNumber === serial && confirmData.batchNumber === batch,
      );
      const body = {
        batchNumber: batch,
        transactionCount: own.length,
        closedAt: new Date(context.now()).toISOString(),
        // Of what was sold.
        currencyReference: given.currency ?? own[0]?.currencyReference ?? 'VES',
        terminal: serial,
      };
      const closing = await calls
        .settle(body)
        .catch((error: unknown) => catchUp(error, connected, context.program));
      await keepBatch(file, terminal, batch + 1);
      report(closing, () => [settlementLine(closing)]);
      hint(t`batch ${batch + 1} is open; ${context.program} trace --type pos.settled`);
    },
  }),

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

/** A closing whose answer was lost has been done: the terminal goes on with the next number. */
async function catchUp(
  error: unknown,
  { calls, file, terminal }: ConnectedTerminal,
  program: string,
): Promise<never> {
  if (!(error instanceof ProblemError) || error.status !== 409) throw error;
  const next = await calls.nextBatch();
  await keepBatch(file, terminal, next);
  throw refusal(
    t`batch ${terminal.batch} has been closed before; batch ${next} is open now: ${program} pos settle closes that one`,
  );
}
