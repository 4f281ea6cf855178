import { ProblemError } from '@svc-simulator/client';
import { t } from '@svc-simulator/core';
import { type Command, Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { CommandError } from '../../failures.ts';
import { parseAmount, parseDelay } from '../../input/values.ts';
import { type CardOptions, cardPayment } from '../../pos/card-payment.ts';
import { eachOrder, endAsTold } from '../../pos/each-order.ts';
import { type Cashier, payWhatComesIn } from '../../pos/incoming-payments.ts';
import { pause } from '../../pos/pause.ts';
import { parseRate } from '../../pos/pos-values.ts';
import { seededDraws } from '../../pos/seeded-draws.ts';
import type { Transaction } from '../../pos/terminal-calls.ts';
import {
  type ConnectedTerminal,
  connectTerminal,
  type TerminalOptions,
  takesTerminal,
} from '../../pos/terminal-connection.ts';
import { terminalIn } from '../../pos/terminals-file.ts';
import { coloursFor } from '../../rendering/colours.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { plain } from '../../rendering/text.ts';
import { transactionLines } from '../../rendering/transaction-lines.ts';
import { reportFailure } from '../../report-failure.ts';

interface Options extends TerminalOptions, ReportOptions, CardOptions {
  readonly all?: boolean;
  readonly auto?: boolean;
  readonly delay?: number;
  readonly declineRate?: number;
  readonly seed?: string;
}

export const declarePosPay: Declare = (command, context) => {
  command
    .argument('[order]', 'orderId of the transaction')
    .option('--all', 'everything that is pending')
    .option('--auto', 'everything that comes in, until Ctrl+C');
  takesCard(command)
    .addOption(
      withDefault('--delay <ms>', 'with --auto: how long the customer takes', '1000').argParser(parseDelay),
    )
    .addOption(
      withDefault('--decline-rate <rate>', 'with --auto: share of declined cards, 0 to 1', '0').argParser(
        parseRate,
      ),
    )
    .option('--seed <text>', 'with --auto: the same seed declines the same ones, counted as they come in')
    .addHelpText(
      'after',
      t`\nA declined transaction is left pending, as at a real terminal: the till may cancel it.`,
    );
  takesTerminal(command)
    .option('--json', 'print the API\'s JSON; with --auto one line {"result","order_id",…} for each')
    .action((order: string | undefined, options: Options) => pay(context, order, options));
};

function takesCard(command: Command): Command {
  return command
    .option('--amount <n>', 'another amount, where the transaction allows it', parseAmount)
    .addOption(new Option('--card <type>', 'type of the card').choices(['credit', 'debit']).default('debit'))
    .option('--franchise <name>', 'of the card', 'VISA')
    .option(
      '--authorization <code>',
      "the bank's authorization code; default: one that follows from the order",
    );
}

/** An option whose default is filled in later, so that it shows when it was said without `--auto`. */
function withDefault(flags: string, description: string, fallback: string): Option {
  return new Option(flags, description).default(undefined, fallback);
}

async function pay(context: CliContext, order: string | undefined, options: Options): Promise<void> {
  checkUsage(order, options);
  const connected = await connectTerminal(context, options);
  if (options.auto) return payAutomatically(context, connected, options);
  const { calls, terminal } = connected;
  const payOne = (orderId: string) => calls.pay(orderId, cardPayment(orderId, terminal, options));
  const { program } = context;
  if (order !== undefined) {
    const paid = await payOne(order);
    report(context, options, paid, (colours) => transactionLines([paid], colours));
    // A commit that comes again is answered with what has become of the transaction since.
    if (paid.status !== 'PAID')
      throw new CommandError('refused', t`it was paid before and is ${paid.status} now; nothing was paid`);
    hint(context, options, t`${program} pos settle, or ${program} pos cancel ${order} to have it voided`);
    return;
  }
  const pending = await calls.all('PENDING');
  const done = await eachOrder(
    context,
    pending.map(({ orderId }) => orderId),
    payOne,
  );
  report(context, options, done.transactions, (colours) => transactionLines(done.transactions, colours));
  if (pending.length === 0)
    hint(context, options, t`nothing is PENDING; ${program} pos create --amount 12.50`);
  else hint(context, options, `${program} pos settle`);
  endAsTold(done);
}

function checkUsage(order: string | undefined, { all, auto, delay, declineRate, seed }: Options): void {
  if ([order !== undefined, all, auto].filter(Boolean).length !== 1) {
    throw new CommandError('usage', t`pay what? name one order, or --all, or --auto`);
  }
  if (!auto && [delay, declineRate, seed].some((option) => option !== undefined)) {
    throw new CommandError('usage', t`--delay, --decline-rate and --seed go with --auto`);
  }
}

async function payAutomatically(
  context: CliContext,
  connected: ConnectedTerminal,
  options: Options,
): Promise<void> {
  const { delay = 1000, declineRate = 0, seed = context.randomPassword() } = options;
  const { stderr, onStopSignal } = context;
  const stopping = new AbortController();
  const ignoreStop = onStopSignal(() => stopping.abort());
  const counts = { paid: 0, declined: 0, refused: 0 };
  const cashier = cashierOf(context, connected, options, counts);
  if (!options.json) {
    const odds = declineRate === 0 ? '' : t`, declining ${declineRate} of them (--seed ${seed})`;
    stderr.write(
      t`${connected.terminal.serial} pays what comes in, each after ${delay} ms${odds}; Ctrl+C stops it\n`,
    );
  }
  try {
    await payWhatComesIn(cashier, { delayMs: delay, declineRate, draw: seededDraws(seed) }, stopping.signal);
  } finally {
    ignoreStop();
  }
  if (!options.json)
    stderr.write(t`${counts.paid} paid, ${counts.declined} declined, ${counts.refused} refused\n`);
}

function cashierOf(
  context: CliContext,
  { file, terminal, calls }: ConnectedTerminal,
  options: Options,
  counts: Record<'paid' | 'declined' | 'refused', number>,
): Cashier {
  const { stdout, stderr, env, program } = context;
  const colours = coloursFor(stdout, env);
  const tell = (result: keyof typeof counts, orderId: string, text: string, transaction?: Transaction) => {
    counts[result] += 1;
    const data = { result, order_id: orderId, ...(transaction && { transaction }) };
    stdout.write(`${options.json ? JSON.stringify(data) : text}\n`);
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
        const paid = await calls.pay(orderId, cardPayment(orderId, current, options));
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
    now: context.now,
    pause: (ms, stop) => pause(context, ms, stop),
  };
}
