import { ProblemError } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import { parseAmount, unknownChoiceError } from '../../input/values.ts';
import { runForEachOrder, settlementLine, transactionLines, withTransaction } from '../../pos/each-order.ts';
import { deriveUuid } from '../../pos/incoming-payments.ts';
import {
  type ConnectedTerminal,
  connectTerminal,
  saveBatch,
  terminalParameters,
} from '../../pos/terminal-calls.ts';
import { viewLines } from '../../rendering/view-lines.ts';
import {
  fetchAllPages,
  pageQuery,
  pagingParameters,
  requestCommand,
  runCommand,
} from '../../request-command.ts';
import { wordIn } from '../../texts/view-texts.ts';
import { viewCommand } from '../../view-command.ts';
import { logInMerchant, merchantParameters, pairCommand } from './pos-pair.ts';
import { posPayCommand } from './pos-pay.ts';

export const posCommands = {
  list: runCommand({
    parameters: {
      '--status <statuses>': {
        text: 'cli.pos.list.status',
        parse: parseStatuses,
        fallback: ['PENDING'],
        fallbackText: 'PENDING',
      },
      ...pagingParameters,
      ...terminalParameters,
    },
    run: async ({ t, values, context, report, hint }) => {
      const { calls } = await connectTerminal(context, values);
      const { data, nextCursor } = await calls.list(values.status, values);
      report(data, (style) => viewLines(api.transactionView, data, style, { nowMs: context.now() }));
      const { program } = context;
      const [pending, voidPending] = (['PENDING', 'VOID_PENDING'] as const).map((status) =>
        data.find((transaction) => transaction.status === status),
      );
      if (data.length === 0) {
        const statusText = values.status
          .map((status) => wordIn(t, 'transaction', status))
          .join(t('cli.pos.list.or'));
        hint(t('cli.pos.list.no_transactions', { what: statusText, program }));
      } else if (nextCursor !== null) hint(t('cli.common.more_cursor', { nextCursor }));
      else if (pending) hint(`${program} pos pay ${pending.orderId}`);
      else if (voidPending) hint(`${program} pos void ${voidPending.orderId}`);
    },
  }),

  pair: pairCommand,
  pay: posPayCommand,

  void: runCommand({
    parameters: { '[order]': 'cli.pos.order', '--all': 'cli.pos.void.all', ...terminalParameters },
    run: async (call) => {
      const { t, values, context, report, hint } = call;
      const { program } = context;
      if ((values.order === undefined) === !values.all) throw wrongUsage(t('cli.pos.void.one_selection'));
      const { calls } = await connectTerminal(context, values);
      const confirm = (orderId: string) => calls.void(orderId);
      if (values.order !== undefined) {
        const transaction = await withTransaction(
          t,
          values.order,
          () => calls.listAllOldestFirst(...api.transactionStatuses),
          confirm,
        );
        report(transaction, (style) => transactionLines([transaction], style));
        return hint(`${program} pos settle`);
      }
      const pending = await calls.listAllOldestFirst('VOID_PENDING');
      const emptyHint = t('cli.pos.void.none_requested', { program });
      await runForEachOrder(call, pending, confirm, pending.length === 0 ? emptyHint : undefined);
    },
  }),

  settle: runCommand({
    parameters: {
      '--currency <code>': { text: 'cli.pos.settle.currency', choices: api.currencies },
      ...terminalParameters,
    },
    run: async ({ t, values, context, report, hint }) => {
      const connectedTerminal = await connectTerminal(context, values);
      const { calls, file, terminal } = connectedTerminal;
      const { serial, batch } = terminal;
      const payments = await calls.listAllOldestFirst('PAID', 'VOID_PENDING', 'VOIDED');
      const batchPayments = payments.filter(
        ({ confirmData }) => confirmData?.terminalNumber === serial && confirmData.batchNumber === batch,
      );
      const body = {
        batchNumber: batch,
        transactionCount: batchPayments.length,
        closedAt: new Date(context.now()).toISOString(),
        currencyReference: values.currency ?? batchPayments[0]?.currencyReference ?? 'VES',
        terminal: serial,
      };
      const settlement = await calls
        .settle(body)
        .catch((error: unknown) => useNextBatch(t, error, connectedTerminal, context.program));
      await saveBatch(t, file, terminal, batch + 1);
      report(settlement, () => [settlementLine(t, settlement)]);
      hint(t('cli.pos.settle.next_step', { batch: batch + 1, program: context.program }));
    },
  }),

  create: requestCommand({
    parameters: {
      '--amount <n>': { text: 'field.amount_reference', parse: parseAmount, fallback: 10 },
      '--currency <code>': { text: 'field.currency_reference', choices: api.currencies, fallback: 'USD' },
      '--order <uuid>': 'cli.pos.create.order',
      '--terminal <serial>': 'cli.pos.create.terminal',
      '--allow-amount-change': 'field.allowAmountChange',
      ...merchantParameters,
    },
    call: async ({ connection, values, context }) => {
      const { order, amount, currency, terminal, allowAmountChange } = values;
      const { id: merchantId, headers } = await logInMerchant(context, connection, values);
      const body = {
        orderId: order ?? deriveUuid(context.randomPassword()),
        amountReference: amount,
        currencyReference: currency,
        ...api.withoutUndefined({ terminalSerial: terminal, allowAmountChange }),
      };
      return connection.call(api.createTransaction, { params: { merchantId }, body, headers });
    },
    lines: (transaction, style) => transactionLines([transaction], style),
    next: ({ orderId }, { context: { program } }) => `${program} pos pay ${orderId}`,
  }),

  terminals: viewCommand(api.terminalView, {
    parameters: merchantParameters,
    call: async ({ connection, values, context }) => {
      const { id: merchantId, headers } = await logInMerchant(context, connection, values);
      return connection.call(api.listTerminals, {
        params: { merchantId },
        query: pageQuery(values),
        headers,
      });
    },
  }),

  cancel: requestCommand({
    parameters: { '<order>': 'cli.pos.order', ...merchantParameters },
    call: async ({ t, connection, values, context }) => {
      const { id: merchantId, headers } = await logInMerchant(context, connection, values);
      const listAll = () =>
        fetchAllPages((query) =>
          connection.call(api.listTransactions, { params: { merchantId }, query, headers }),
        );
      return withTransaction(t, values.order, listAll, (orderId) =>
        connection.call(api.cancelTransaction, { params: { merchantId, orderId }, headers }),
      );
    },
    lines: (transaction, style) => transactionLines([transaction], style),
    next: ({ status, orderId }, { context: { program } }) =>
      status === 'VOID_PENDING' ? `${program} pos void ${orderId}` : undefined,
  }),
};

/**
 * Handles a failed settlement. If the batch is already settled because an earlier response was lost, stores
 * the next batch number.
 * @throws CommandError that names the next batch, or the given error
 */
async function useNextBatch(
  t: Texts,
  error: unknown,
  { calls, file, terminal }: ConnectedTerminal,
  program: string,
): Promise<never> {
  if (!(error instanceof ProblemError) || error.status !== 409) throw error;
  const next = await calls.nextBatch();
  await saveBatch(t, file, terminal, next);
  throw refusal(t('cli.pos.batch_already_settled', { batch: terminal.batch, next, program }));
}

export function parseStatuses(t: Texts, text: string): readonly api.TransactionStatus[] {
  if (text.toLowerCase() === 'all') return api.transactionStatuses;
  return text.split(',').map((word) => {
    const status = api.transactionStatuses.find((candidate) => candidate === word.trim().toUpperCase());
    if (!status) throw unknownChoiceError(t, word.trim().toUpperCase(), ['all', ...api.transactionStatuses]);
    return status;
  });
}
