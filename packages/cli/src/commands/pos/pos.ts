import { ProblemError } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import { notAmong, parseAmount } from '../../input/values.ts';
import { everyPage, pageOf, pageTakes, plainCommand, runCommand } from '../../plain-command.ts';
import { eachOrder, ofTransaction, settlementLine, transactionLines } from '../../pos/each-order.ts';
import { uuidFrom } from '../../pos/incoming-payments.ts';
import {
  type ConnectedTerminal,
  connectTerminal,
  keepBatch,
  terminalTakes,
} from '../../pos/terminal-calls.ts';
import { viewLines } from '../../rendering/view-lines.ts';
import { wordIn } from '../../texts/area-texts.ts';
import { viewCommand } from '../../view-command.ts';
import { logInMerchant, merchantTakes, pair } from './pos-pair.ts';
import { pay } from './pos-pay.ts';

export const posCommands = {
  list: runCommand({
    takes: {
      '--status <statuses>': {
        text: 'cli.pos.list.status',
        parse: parseStatuses,
        fallback: ['PENDING'],
        otherwise: 'PENDING',
      },
      ...pageTakes,
      ...terminalTakes,
    },
    run: async ({ t, given, context, report, hint }) => {
      const { calls } = await connectTerminal(context, given);
      const { data, nextCursor } = await calls.list(given.status, given);
      report(data, (colours) => viewLines(api.transactionView, data, colours, { nowMs: context.now() }));
      const { program } = context;
      const [pending, voiding] = (['PENDING', 'VOID_PENDING'] as const).map((status) =>
        data.find((transaction) => transaction.status === status),
      );
      if (data.length === 0) {
        const what = given.status.map((one) => wordIn(t, 'transaction', one)).join(t('cli.pos.list.or'));
        hint(t('cli.pos.list.nothing_pos_create_amount', { what, program }));
      } else if (nextCursor !== null) hint(t('cli.common.more_cursor', { nextCursor }));
      else if (pending) hint(`${program} pos pay ${pending.orderId}`);
      else if (voiding) hint(`${program} pos void ${voiding.orderId}`);
    },
  }),

  pair,
  pay,

  void: runCommand({
    takes: { '[order]': 'cli.pos.order', '--all': 'cli.pos.void.all', ...terminalTakes },
    run: async (at) => {
      const { t, given, context, report, hint } = at;
      const { program } = context;
      if ((given.order === undefined) === !given.all) throw wrongUsage(t('cli.pos.void.void_name_order_all'));
      const { calls } = await connectTerminal(context, given);
      const confirm = (orderId: string) => calls.void(orderId);
      if (given.order !== undefined) {
        const voided = await ofTransaction(
          t,
          given.order,
          () => calls.all(...api.transactionStatuses),
          confirm,
        );
        report(voided, (colours) => transactionLines([voided], colours));
        return hint(`${program} pos settle`);
      }
      const waiting = await calls.all('VOID_PENDING');
      const none = t('cli.pos.void.no_void_asked_pos', { program });
      await eachOrder(at, waiting, confirm, waiting.length === 0 ? none : undefined);
    },
  }),

  settle: runCommand({
    takes: {
      '--currency <code>': { text: 'cli.pos.settle.currency', choices: api.currencies },
      ...terminalTakes,
    },
    run: async ({ t, given, context, report, hint }) => {
      const connected = await connectTerminal(context, given);
      const { calls, file, terminal } = connected;
      const { serial, batch } = terminal;
      const payments = await calls.all('PAID', 'VOID_PENDING', 'VOIDED');
      const batchPayments = payments.filter(
        ({ confirmData }) => confirmData?.terminalNumber === serial && confirmData.batchNumber === batch,
      );
      const body = {
        batchNumber: batch,
        transactionCount: batchPayments.length,
        closedAt: new Date(context.now()).toISOString(),
        currencyReference: given.currency ?? batchPayments[0]?.currencyReference ?? 'VES',
        terminal: serial,
      };
      const closing = await calls
        .settle(body)
        .catch((error: unknown) => catchUp(t, error, connected, context.program));
      await keepBatch(t, file, terminal, batch + 1);
      report(closing, () => [settlementLine(t, closing)]);
      hint(t('cli.pos.settle.batch_open_trace_type', { batch: batch + 1, program: context.program }));
    },
  }),

  create: plainCommand({
    takes: {
      '--amount <n>': { text: 'field.amount_reference', parse: parseAmount, fallback: 10 },
      '--currency <code>': { text: 'field.currency_reference', choices: api.currencies, fallback: 'USD' },
      '--order <uuid>': 'cli.pos.create.order',
      '--terminal <serial>': 'cli.pos.create.terminal',
      '--allow-amount-change': 'field.allowAmountChange',
      ...merchantTakes,
    },
    call: async ({ connection, given, context }) => {
      const { order, amount, currency, terminal, allowAmountChange } = given;
      const { id: merchantId, headers } = await logInMerchant(context, connection, given);
      const body = {
        orderId: order ?? uuidFrom(context.randomPassword()),
        amountReference: amount,
        currencyReference: currency,
        ...api.defined({ terminalSerial: terminal, allowAmountChange }),
      };
      return connection.call(api.createTransaction, { params: { merchantId }, body, headers });
    },
    lines: (transaction, colours) => transactionLines([transaction], colours),
    next: ({ orderId }, { context: { program } }) => `${program} pos pay ${orderId}`,
  }),

  terminals: viewCommand(api.terminalView, {
    takes: merchantTakes,
    call: async ({ connection, given, context }) => {
      const { id: merchantId, headers } = await logInMerchant(context, connection, given);
      return connection.call(api.listTerminals, { params: { merchantId }, query: pageOf(given), headers });
    },
  }),

  cancel: plainCommand({
    takes: { '<order>': 'cli.pos.order', ...merchantTakes },
    call: async ({ t, connection, given, context }) => {
      const { id: merchantId, headers } = await logInMerchant(context, connection, given);
      const all = () =>
        everyPage((query) =>
          connection.call(api.listTransactions, { params: { merchantId }, query, headers }),
        );
      return ofTransaction(t, given.order, all, (orderId) =>
        connection.call(api.cancelTransaction, { params: { merchantId, orderId }, headers }),
      );
    },
    lines: (transaction, colours) => transactionLines([transaction], colours),
    next: ({ status, orderId }, { context: { program } }) =>
      status === 'VOID_PENDING' ? `${program} pos void ${orderId}` : undefined,
  }),
};

/** A settlement whose response was lost has happened, so the terminal uses the next number. */
async function catchUp(
  t: Texts,
  error: unknown,
  { calls, file, terminal }: ConnectedTerminal,
  program: string,
): Promise<never> {
  if (!(error instanceof ProblemError) || error.status !== 409) throw error;
  const next = await calls.nextBatch();
  await keepBatch(t, file, terminal, next);
  throw refusal(t('cli.pos.batch_closed_before_batch', { batch: terminal.batch, next, program }));
}

/** Parses `pending`, `PENDING,paid` or `all`. */
export function parseStatuses(t: Texts, text: string): readonly api.TransactionStatus[] {
  if (text.toLowerCase() === 'all') return api.transactionStatuses;
  return text.split(',').map((word) => {
    const status = api.transactionStatuses.find((each) => each === word.trim().toUpperCase());
    if (!status) throw notAmong(t, word.trim().toUpperCase(), ['all', ...api.transactionStatuses]);
    return status;
  });
}
