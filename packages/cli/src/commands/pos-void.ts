import type { Declare } from '../command-tree.ts';
import { CommandError } from '../failures.ts';
import { eachOrder, endAsTold } from '../pos/each-order.ts';
import { connectTerminal, type TerminalOptions, takesTerminal } from '../pos/terminal-connection.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { transactionLines } from '../rendering/transaction-lines.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends TerminalOptions, ReportOptions {
  readonly all?: boolean;
}

export const declarePosVoid: Declare = (command, surroundings) => {
  command
    .argument('[order]', 'orderId of the transaction')
    .option('--all', 'every void that the merchant has asked for');
  takesTerminal(command)
    .option('--json', "print the API's JSON")
    .action((order: string | undefined, options: Options) => confirmVoid(surroundings, order, options));
};

async function confirmVoid(
  surroundings: Surroundings,
  order: string | undefined,
  options: Options,
): Promise<void> {
  if ((order === undefined) === !options.all) {
    throw new CommandError('usage', 'void what? name one order, or --all');
  }
  const { calls } = await connectTerminal(surroundings, options);
  const { program } = surroundings;
  if (order !== undefined) {
    const voided = await calls.void(order);
    report(surroundings, options, voided, (colours) => transactionLines([voided], colours));
    hint(surroundings, options, `${program} pos settle`);
    return;
  }
  const waiting = await calls.all('VOID_PENDING');
  const done = await eachOrder(
    surroundings,
    waiting.map(({ orderId }) => orderId),
    (orderId) => calls.void(orderId),
  );
  report(surroundings, options, done.transactions, (colours) => transactionLines(done.transactions, colours));
  if (waiting.length === 0) {
    hint(surroundings, options, `no void was asked for; ${program} pos cancel ORDER asks, as the till does`);
  }
  endAsTold(done);
}
