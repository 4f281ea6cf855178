import { createHash } from 'node:crypto';
import { ProblemError } from '@svc-simulator/client';
import { transactionStatuses } from '@svc-simulator/contract';
import { jsonLine } from '@svc-simulator/core';
import { refusal, wrongUsage } from '../../failures.ts';
import { parseAmount, parseDelay, parseRate } from '../../input/values.ts';
import { defineParameters, type ParsedInput } from '../../parameters.ts';
import { runForEachOrder, transactionLines, withTransaction } from '../../pos/each-order.ts';
import { type Cashier, createSeededDraw, pause, payIncoming } from '../../pos/incoming-payments.ts';
import type { CardPayment } from '../../pos/terminal-calls.ts';
import {
  type ConnectedTerminal,
  chooseTerminal,
  connectTerminal,
  type PairedTerminal,
  type PosTransaction,
  terminalParameters,
} from '../../pos/terminal-calls.ts';
import { styleFor } from '../../rendering/report.ts';
import { printable } from '../../rendering/text.ts';
import { reportFailure } from '../../report-failure.ts';
import { type CommandCall, runCommand } from '../../request-command.ts';
import { untilStopped } from '../../start/stop-signal.ts';
import { wordIn } from '../../texts/view-texts.ts';

export const cardParameters = defineParameters({
  '--amount <n>': { text: 'cli.pos.amount', parse: parseAmount },
  '--card <type>': { text: 'cli.pos.card', choices: ['credit', 'debit'], fallback: 'debit' },
});

const payParameters = defineParameters({
  '[order]': 'cli.pos.order',
  '--all': 'cli.pos.pay.all',
  '--auto': 'cli.pos.pay.auto',
  ...cardParameters,
  // `fallbackText` only documents the default. A default set in commander would hide whether --delay was
  // passed without --auto.
  '--delay <ms>': { text: 'cli.pos.pay.delay', parse: parseDelay, fallbackText: '1000' },
  '--decline-rate <rate>': { text: 'cli.pos.pay.decline_rate', parse: parseRate, fallbackText: '0' },
  '--seed <text>': 'cli.pos.pay.seed',
  ...terminalParameters,
});

type PayCall = CommandCall<typeof payParameters>;

export const posPayCommand = runCommand({
  parameters: payParameters,
  run: async (call) => {
    const { t, values, context, report, hint } = call;
    const { program } = context;
    const { order, all, auto, delay, declineRate, seed } = values;
    if ([order !== undefined, all, auto].filter(Boolean).length !== 1)
      throw wrongUsage(t('cli.pos.pay.one_selection'));
    if (!auto && [delay, declineRate, seed].some((option) => option !== undefined))
      throw wrongUsage(t('cli.pos.pay.needs_auto'));
    const connectedTerminal = await connectTerminal(context, values);
    if (auto) return payAutomatically(call, connectedTerminal);
    const { calls, terminal } = connectedTerminal;
    const payOne = (orderId: string) =>
      calls.pay(orderId, cardPayment(orderId, terminal, values, context.now()));
    if (order === undefined) {
      const pending = await calls.listAllOldestFirst('PENDING');
      const emptyHint = t('cli.pos.pay.none_pending', { program });
      return runForEachOrder(
        call,
        pending,
        payOne,
        pending.length === 0 ? emptyHint : `${program} pos settle`,
      );
    }
    const transaction = await withTransaction(
      t,
      order,
      () => calls.listAllOldestFirst(...transactionStatuses),
      payOne,
    );
    report(transaction, (style) => transactionLines([transaction], style));
    // If the order was already paid, the confirmation has no effect and returns the current status, which may
    // no longer be PAID.
    if (transaction.status !== 'PAID')
      throw refusal(t('cli.pos.pay.already_paid', { status: wordIn(t, 'transaction', transaction.status) }));
    hint(t('cli.pos.pay.next_step', { program, orderId: transaction.orderId }));
  },
});

async function payAutomatically(call: PayCall, connectedTerminal: ConnectedTerminal): Promise<void> {
  const { t, values, context } = call;
  const { delay = 1000, declineRate = 0, seed = context.randomPassword(), json } = values;
  const { stderr } = context;
  const counts = { paid: 0, declined: 0, refused: 0 };
  const cashier = createCashier(call, connectedTerminal, counts);
  if (!json) {
    const declineNote = declineRate === 0 ? '' : t('cli.pos.pay.declining_seed', { declineRate, seed });
    stderr.write(
      t('cli.pos.pay.auto_started', { serial: connectedTerminal.terminal.serial, delay, declineNote }),
    );
  }
  const rules = { delayMs: delay, declineRate, draw: createSeededDraw(seed) };
  await untilStopped(context, (stop) => payIncoming(cashier, rules, stop));
  if (!json)
    stderr.write(
      t('cli.pos.pay.auto_ended', { paid: counts.paid, declined: counts.declined, refused: counts.refused }),
    );
}

function createCashier(
  { t, context, values }: PayCall,
  { file: terminalsFile, terminal, calls }: ConnectedTerminal,
  counts: Record<'paid' | 'declined' | 'refused', number>,
): Cashier {
  const { stdout, stderr, program } = context;
  const style = styleFor(stdout, context);
  const reportResult = (
    result: keyof typeof counts,
    orderId: string,
    text: string,
    transaction?: PosTransaction,
  ) => {
    counts[result] += 1;
    const data = { result, order_id: orderId, ...(transaction && { transaction }) };
    stdout.write(`${values.json ? jsonLine(data) : text}\n`);
  };
  return {
    pending: async () => (await calls.listAllOldestFirst('PENDING')).map(({ orderId }) => orderId),
    pay: async (orderId) => {
      const current = await chooseTerminal(
        t,
        terminalsFile,
        { serial: terminal.serial, merchantId: terminal.merchant_id },
        program,
      );
      try {
        const transaction = await calls.pay(orderId, cardPayment(orderId, current, values, context.now()));
        reportResult('paid', orderId, transactionLines([transaction], style).join('\n'), transaction);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        reportResult('refused', orderId, `${printable(orderId)}  ${style.red(t('cli.pos.pay.refused'))}`);
        reportFailure(context, error);
      }
    },
    decline: (orderId) =>
      reportResult(
        'declined',
        orderId,
        t('cli.pos.pay.left_pending', {
          orderId: printable(orderId),
          result: style.red(t('cli.pos.pay.declined')),
        }),
      ),
    onConnection: (state) => {
      const lostMessage = t('cli.common.simulator_stopped');
      stderr.write(`${state === 'lost' ? lostMessage : t('cli.common.simulator_back')}\n`);
    },
    elapsed: context.elapsed,
    pause: (ms, stop) => pause(context, ms, stop),
  };
}

/**
 * Returns the confirmation of a payment. After a lost response, it can be sent again: its codes depend only
 * on the terminal and the order, and a repetition with the same code changes nothing (contract section 6).
 */
export function cardPayment(
  orderId: string,
  { serial, batch }: Pick<PairedTerminal, 'serial' | 'batch'>,
  { amount, card }: ParsedInput<typeof cardParameters>,
  nowMs: number,
): CardPayment {
  const digest = createHash('sha256').update(`${serial}\n${orderId}`).digest();
  return {
    authorizationCode: sixDigits(digest.readUInt32BE(0)),
    processCode: '000000',
    ...(amount !== undefined && { amountReference: amount }),
    terminalNumber: serial,
    trace: sixDigits(digest.readUInt32BE(4)),
    utcDate: new Date(nowMs).toISOString(),
    cardTypeForRpt: card === 'credit' ? 'C' : 'D',
    visOrMccCard: 'VISA',
    batchNumber: batch,
  };
}

function sixDigits(number: number): string {
  return String(number % 1_000_000).padStart(6, '0');
}
