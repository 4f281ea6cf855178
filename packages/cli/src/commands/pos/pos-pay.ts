import { createHash } from 'node:crypto';
import { ProblemError } from '@svc-simulator/client';
import { transactionStatuses } from '@svc-simulator/contract';
import { jsonLine } from '@svc-simulator/core';
import { refusal, wrongUsage } from '../../failures.ts';
import { parseAmount, parseDelay, parseRate } from '../../input/values.ts';
import { type Call, runCommand } from '../../plain-command.ts';
import { eachOrder, ofTransaction, transactionLines } from '../../pos/each-order.ts';
import { type Cashier, pause, payWhatComesIn, seededDraws } from '../../pos/incoming-payments.ts';
import type { CardPayment } from '../../pos/terminal-calls.ts';
import {
  type ConnectedTerminal,
  connectTerminal,
  type PairedTerminal,
  type Transaction,
  terminalIn,
  terminalTakes,
} from '../../pos/terminal-calls.ts';
import { coloursFor } from '../../rendering/report.ts';
import { plain } from '../../rendering/text.ts';
import { reportFailure } from '../../report-failure.ts';
import { untilStopped } from '../../start/stop-signal.ts';
import { type Given, taking } from '../../takes.ts';
import { wordIn } from '../../texts/area-texts.ts';

export const cardTakes = taking({
  '--amount <n>': { text: 'cli.pos.amount', parse: parseAmount },
  '--card <type>': { text: 'cli.pos.card', choices: ['credit', 'debit'], fallback: 'debit' },
});

const payTakes = taking({
  '[order]': 'cli.pos.order',
  '--all': 'cli.pos.pay.all',
  '--auto': 'cli.pos.pay.auto',
  ...cardTakes,
  // A default of commander would hide whether the option was given without --auto.
  '--delay <ms>': { text: 'cli.pos.pay.delay', parse: parseDelay, otherwise: '1000' },
  '--decline-rate <rate>': { text: 'cli.pos.pay.decline_rate', parse: parseRate, otherwise: '0' },
  '--seed <text>': 'cli.pos.pay.seed',
  ...terminalTakes,
});

type PayCall = Call<typeof payTakes>;

export const pay = runCommand({
  takes: payTakes,
  run: async (at) => {
    const { t, given, context, report, hint } = at;
    const { program } = context;
    const { order, all, auto, delay, declineRate, seed } = given;
    if ([order !== undefined, all, auto].filter(Boolean).length !== 1)
      throw wrongUsage(t('cli.pos.pay.pay_name_order_all'));
    if (!auto && [delay, declineRate, seed].some((option) => option !== undefined))
      throw wrongUsage(t('cli.pos.pay.delay_decline_rate_seed'));
    const connected = await connectTerminal(context, given);
    if (auto) return payAutomatically(at, connected);
    const { calls, terminal } = connected;
    const pay = (orderId: string) => calls.pay(orderId, cardPayment(orderId, terminal, given, context.now()));
    if (order === undefined) {
      const pending = await calls.all('PENDING');
      const none = t('cli.pos.pay.nothing_pending_pos_create', { program });
      return eachOrder(at, pending, pay, pending.length === 0 ? none : `${program} pos settle`);
    }
    const transaction = await ofTransaction(t, order, () => calls.all(...transactionStatuses), pay);
    report(transaction, (colours) => transactionLines([transaction], colours));
    // A repeated confirmation returns the current state of the transaction.
    if (transaction.status !== 'PAID')
      throw refusal(
        t('cli.pos.pay.paid_before_now_nothing', { status: wordIn(t, 'transaction', transaction.status) }),
      );
    hint(t('cli.pos.pay.pos_settle_pos_cancel', { program, orderId: transaction.orderId }));
  },
});

async function payAutomatically(at: PayCall, connected: ConnectedTerminal): Promise<void> {
  const { t, given, context } = at;
  const { delay = 1000, declineRate = 0, seed = context.randomPassword(), json } = given;
  const { stderr } = context;
  const counts = { paid: 0, declined: 0, refused: 0 };
  const cashier = cashierOf(at, connected, counts);
  if (!json) {
    const odds = declineRate === 0 ? '' : t('cli.pos.pay.declining_seed', { declineRate, seed });
    stderr.write(t('cli.pos.pay.pays_comes_each_after', { serial: connected.terminal.serial, delay, odds }));
  }
  const rules = { delayMs: delay, declineRate, draw: seededDraws(seed) };
  await untilStopped(context, (stop) => payWhatComesIn(cashier, rules, stop));
  if (!json)
    stderr.write(
      t('cli.pos.pay.paid_declined_refused', {
        paid: counts.paid,
        declined: counts.declined,
        refused: counts.refused,
      }),
    );
}

function cashierOf(
  { t, context, given }: PayCall,
  { file, terminal, calls }: ConnectedTerminal,
  counts: Record<'paid' | 'declined' | 'refused', number>,
): Cashier {
  const { stdout, stderr, program } = context;
  const colours = coloursFor(stdout, context);
  const tell = (result: keyof typeof counts, orderId: string, text: string, transaction?: Transaction) => {
    counts[result] += 1;
    const data = { result, order_id: orderId, ...(transaction && { transaction }) };
    stdout.write(`${given.json ? jsonLine(data) : text}\n`);
  };
  return {
    pending: async () => (await calls.all('PENDING')).map(({ orderId }) => orderId),
    pay: async (orderId) => {
      const current = await terminalIn(
        t,
        file,
        { serial: terminal.serial, merchantId: terminal.merchant_id },
        program,
      );
      try {
        const transaction = await calls.pay(orderId, cardPayment(orderId, current, given, context.now()));
        tell('paid', orderId, transactionLines([transaction], colours).join('\n'), transaction);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        tell('refused', orderId, `${plain(orderId)}  ${colours.red(t('cli.pos.pay.refused'))}`);
        reportFailure(context, error);
      }
    },
    decline: (orderId) =>
      tell(
        'declined',
        orderId,
        t('cli.pos.pay.left_pending', {
          orderId: plain(orderId),
          red: colours.red(t('cli.pos.pay.declined')),
        }),
      ),
    connection: (state) => {
      const lostMessage = t('cli.common.simulator_gone_waiting_come');
      stderr.write(`${state === 'lost' ? lostMessage : t('cli.common.simulator_back')}\n`);
    },
    elapsed: context.elapsed,
    pause: (ms, stop) => pause(context, ms, stop),
  };
}

/**
 * Returns the confirmation of a payment. The order determines its codes, so that a confirmation can be
 * repeated after a lost response (contract section 6: the same code changes nothing).
 */
export function cardPayment(
  orderId: string,
  { serial, batch }: Pick<PairedTerminal, 'serial' | 'batch'>,
  { amount, card }: Given<typeof cardTakes>,
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
