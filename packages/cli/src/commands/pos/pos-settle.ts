import { ProblemError } from '@svc-simulator/client';
import { type CurrencyCode, currencies } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { CommandError } from '../../failures.ts';
import {
  type ConnectedTerminal,
  connectTerminal,
  type TerminalOptions,
  takesTerminal,
} from '../../pos/terminal-connection.ts';
import { keepBatch } from '../../pos/terminals-file.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { settlementLine } from '../../rendering/transaction-lines.ts';

interface Options extends TerminalOptions, ReportOptions {
  readonly currency: CurrencyCode;
}

export const declarePosSettle: Declare = (command, context) => {
  command.addOption(
    new Option('--currency <code>', 'currency of the closing').choices(currencies).default('VES'),
  );
  takesTerminal(command)
    .option('--json', "print the closing as the API's JSON")
    .action((options: Options) => settle(context, options));
};

async function settle(context: CliContext, options: Options): Promise<void> {
  const connected = await connectTerminal(context, options);
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
    currencyReference: options.currency,
    terminal: serial,
  };
  const closing = await calls
    .settle(body)
    .catch((error: unknown) => catchUp(error, connected, context.program));
  await keepBatch(file, terminal, batch + 1);
  report(context, options, closing, () => [settlementLine(closing)]);
  hint(context, options, t`batch ${batch + 1} is open; ${context.program} trace --type pos.settled`);
}

/** A closing whose answer was lost has been done: the terminal goes on with the next number. */
async function catchUp(
  error: unknown,
  { calls, file, terminal }: ConnectedTerminal,
  program: string,
): Promise<never> {
  if (!(error instanceof ProblemError) || error.status !== 409) throw error;
  const next = await calls.nextBatch();
  await keepBatch(file, terminal, next);
  throw new CommandError(
    'refused',
    t`batch ${terminal.batch} has been closed before; batch ${next} is open now: ${program} pos settle closes that one`,
  );
}
