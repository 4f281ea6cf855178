import type { TransactionStatus } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { parseLimit } from '../../input/values.ts';
import { parseStatuses } from '../../pos/pos-values.ts';
import { connectTerminal, type TerminalOptions, takesTerminal } from '../../pos/terminal-connection.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { transactionListLines } from '../../rendering/transaction-lines.ts';

interface Options extends TerminalOptions, ReportOptions {
  readonly status: readonly TransactionStatus[];
  readonly limit: number;
  readonly cursor?: string;
}

export const declarePosList: Declare = (command, context) => {
  command
    .addOption(
      new Option('--status <statuses>', 'one or several, such as PAID,VOID_PENDING, or all')
        .argParser(parseStatuses)
        .default(['PENDING'], 'PENDING'),
    )
    .option('--limit <n>', 'at most so many', parseLimit, 20)
    .option('--cursor <cursor>', 'go on where a list ended');
  takesTerminal(command)
    .option('--json', "print the transactions as the API's JSON")
    .action((options: Options) => list(context, options));
};

async function list(context: CliContext, options: Options): Promise<void> {
  const { calls } = await connectTerminal(context, options);
  const { data, nextCursor } = await calls.list(options.status, options);
  report(context, options, data, (colours) => transactionListLines(data, colours, context.now()));
  const { program } = context;
  const say = (text: string) => hint(context, options, text);
  const [pending, voiding] = (['PENDING', 'VOID_PENDING'] as const).map((status) =>
    data.find((transaction) => transaction.status === status),
  );
  if (data.length === 0) {
    const what = options.status.join(t` or `);
    say(t`nothing is ${what} here; ${program} pos create --amount 12.50 makes a transaction`);
  } else if (nextCursor !== null) say(t`there are more: --cursor ${nextCursor}`);
  else if (pending) say(`${program} pos pay ${pending.orderId}`);
  else if (voiding) say(`${program} pos void ${voiding.orderId}`);
}
