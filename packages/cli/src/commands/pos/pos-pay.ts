import { ProblemError } from '@svc-simulator/client';
import { transactionStatuses } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { refusal, wrongUsage } from '../../failures.ts';
import { parseDelay } from '../../input/values.ts';
import { type Call, runCommand } from '../../plain-command.ts';
import { cardPayment, cardTakes } from '../../pos/card-payment.ts';
import { eachOrder, ofTransaction } from '../../pos/each-order.ts';
import { type Cashier, payWhatComesIn } from '../../pos/incoming-payments.ts';
import { pause } from '../../pos/pause.ts';
import { parseRate } from '../../pos/pos-values.ts';
import { seededDraws } from '../../pos/seeded-draws.ts';
import type { Transaction } from '../../pos/terminal-calls.ts';
import { type ConnectedTerminal, connectTerminal, terminalTakes } from '../../pos/terminal-connection.ts';
import { terminalIn } from '../../pos/terminals-file.ts';
import { transactionLines } from '../../pos/transaction-lines.ts';
import { coloursFor } from '../../rendering/colours.ts';
import { plain } from '../../rendering/text.ts';
import { reportFailure } from '../../report-failure.ts';
import { untilStopped } from '../../start/stop-signal.ts';
import { taking } from '../../takes.ts';

const payTakes = taking({
  '[order]': 'orderId of the transaction, or its id',
  '--all': 'everything that is pending',
  '--auto': 'everything that comes in, until Ctrl+C',
  ...cardTakes,
  // Defaults that are filled in later show whether they were said without --auto.
  '--delay <ms>': { text: 'with --auto: how long the customer takes', parse: parseDelay, otherwise: '1000' },
  '--decline-rate <rate>': {
    text: 'with --auto: share of declined cards, 0 to 1',
    parse: parseRate,
    otherwise: '0',
  },
  '--seed <text>': 'with --auto: the same seed declines the same ones, counted as they come in',
  ...terminalTakes,
});
type PayCall = Call<typeof payTakes>;

export const declare = runCommand({
  takes: payTakes,
  json: 'print the API\'s JSON; with --auto one line {"result","order_id",…} for each',
  help: () => t`\nA declined transaction is left pending, as at a real terminal: the till may cancel it.`,
  run: async (at) => {
    const { given, context, report, hint } = at;
    const { program } = context;
    const { order, all, auto, delay, declineRate, seed } = given;
    if ([order !== undefined, all, auto].filter(Boolean).length !== 1)
      throw wrongUsage(t`pay what? name one order, or --all, or --auto`);
    if (!auto && [delay, declineRate, seed].some((option) => option !== undefined))
      throw wrongUsage(t`--delay, --decline-rate and --seed go with --auto`);
    const connected = await connectTerminal(context, given);
    if (auto) return payAutomatically(at, connected);
    const { calls, terminal } = connected;
    const pay = (orderId: string) => calls.pay(orderId, cardPayment(orderId, terminal, given));
    if (order === undefined) {
      const pending = await calls.all('PENDING');
      const none = t`nothing is PENDING; ${program} pos create --amount 12.50`;
      return eachOrder(at, pending, pay, pending.length === 0 ? none : `${program} pos settle`);
    }
    const paid = await ofTransaction(order, () => calls.all(...transactionStatuses), pay);
    report(paid, (colours) => transactionLines([paid], colours));
    // A commit that comes again is answered with what has become of the transaction since.
    if (paid.status !== 'PAID')
      throw refusal(t`it was paid before and is ${paid.status} now; nothing was paid`);
    hint(t`${program} pos settle, or ${program} pos cancel ${paid.orderId} to have it voided`);
  },
});

async function payAutomatically(at: PayCall, connected: ConnectedTerminal): Promise<void> {
  const { given, context } = at;
  const { delay = 1000, declineRate = 0, seed = context.randomPassword(), json } = given;
  const { stderr } = context;
  const counts = { paid: 0, declined: 0, refused: 0 };
  const cashier = cashierOf(at, connected, counts);
  if (!json) {
    const odds = declineRate === 0 ? '' : t`, declining ${declineRate} of them (--seed ${seed})`;
    stderr.write(
      t`${connected.terminal.serial} pays what comes in, each after ${delay} ms${odds}; Ctrl+C stops it\n`,
    );
  }
  const rules = { delayMs: delay, declineRate, draw: seededDraws(seed) };
  await untilStopped(context, (stop) => payWhatComesIn(cashier, rules, stop));
  if (!json) stderr.write(t`${counts.paid} paid, ${counts.declined} declined, ${counts.refused} refused\n`);
}

function cashierOf(
  { context, given }: PayCall,
  { file, terminal, calls }: ConnectedTerminal,
  counts: Record<'paid' | 'declined' | 'refused', number>,
): Cashier {
  const { stdout, stderr, env, program } = context;
  const colours = coloursFor(stdout, env);
  const tell = (result: keyof typeof counts, orderId: string, text: string, transaction?: Transaction) => {
    counts[result] += 1;
    const data = { result, order_id: orderId, ...(transaction && { transaction }) };
    stdout.write(`${given.json ? JSON.stringify(data) : text}\n`);
  };
  return {
    pending: async () => (await calls.all('PENDING')).map(({ orderId }) => orderId),
    pay: async (orderId) => {
      // Another command may have closed the batch in the meantime.
      const current = await terminalIn(
        file,
        { serial: terminal.serial, merchantId: terminal.merchant_id },
        program,
      );
      try {
        const paid = await calls.pay(orderId, cardPayment(orderId, current, given));
        tell('paid', orderId, transactionLines([paid], colours).join('\n'), paid);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        tell('refused', orderId, `${plain(orderId)}  ${colours.red(t`refused`)}`);
        reportFailure(context, error);
      }
    },
    decline: (orderId) =>
      tell('declined', orderId, t`${plain(orderId)}  ${colours.red(t`declined`)}  left PENDING`),
    connection: (state) => {
      const lost = t`the simulator has gone; waiting for it to come back`;
      stderr.write(`${state === 'lost' ? lost : t`the simulator is back`}\n`);
    },
    elapsed: context.elapsed,
    pause: (ms, stop) => pause(context, ms, stop),
  };
}
