import { t } from '@svc-simulator/core';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { CommandError } from '../../failures.ts';
import { eachOrder, endAsTold } from '../../pos/each-order.ts';
import { connectTerminal, type TerminalOptions, takesTerminal } from '../../pos/terminal-connection.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { transactionLines } from '../../rendering/transaction-lines.ts';

interface Options extends TerminalOptions, ReportOptions {
  readonly all?: boolean;
}

export const declarePosVoid: Declare = (command, context) => {
  command
    .argument('[order]', 'orderId of the transaction')
    .option('--all', 'every void that the merchant has asked for');
  takesTerminal(command)
    .option('--json', "print the API's JSON")
    .action((order: string | undefined, options: Options) => confirmVoid(context, order, options));
};

async function confirmVoid(context: CliContext, order: string | undefined, options: Options): Promise<void> {
  if ((order === undefined) === !options.all) {
    throw new CommandError('usage', t`void what? name one order, or --all`);
  }
  const { calls } = await connectTerminal(context, options);
  const { program } = context;
  if (order !== undefined) {
    const voided = await calls.void(order);
    report(context, options, voided, (colours) => transactionLines([voided], colours));
    hint(context, options, `${program} pos settle`);
    return;
  }
  const waiting = await calls.all('VOID_PENDING');
  const done = await eachOrder(
    context,
    waiting.map(({ orderId }) => orderId),
    (orderId) => calls.void(orderId),
  );
  report(context, options, done.transactions, (colours) => transactionLines(done.transactions, colours));
  if (waiting.length === 0) {
    hint(context, options, t`no void was asked for; ${program} pos cancel ORDER asks, as the till does`);
  }
  endAsTold(done);
}
