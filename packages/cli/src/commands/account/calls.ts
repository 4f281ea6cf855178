import { type CallData, listCalls } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../../connection/connection.ts';
import { CommandError } from '../../failures.ts';
import { assertFilter } from '../../input/session-filter.ts';
import { parseLimit, parseWholeNumber } from '../../input/values.ts';
import { callLine, callLines } from '../../rendering/call-lines.ts';
import { coloursFor } from '../../rendering/colours.ts';
import { printFollowed } from '../../rendering/print-followed.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { plain } from '../../rendering/text.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly errors?: true;
  readonly status?: number;
  readonly method?: string;
  readonly operation?: string;
  readonly session?: string;
  readonly since?: string;
  readonly limit: number;
  readonly follow?: boolean;
}

export const declareCalls: Declare = (command, context) => {
  command
    .argument('[request-id]', 'one call, with its bodies: the x-request-id of its answer')
    .option('--errors', 'only those that were refused')
    .option('--status <status>', 'only those that were answered with this status', parseWholeNumber)
    .option('--operation <id>', 'only those of this operation, such as createButtonSession')
    .addOption(
      new Option('--method <method>', 'only those with this method').choices([
        'GET',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
      ]),
    )
    .option('--session <id>', 'only those whose path or bodies name this session')
    .option('--since <time>', 'only those from this time on, such as 2030-12-31T23:59:00Z')
    .option('--limit <n>', 'the latest so many', parseLimit, 50)
    .option('-f, --follow', 'go on with what happens, until Ctrl+C');
  takesConnection(command)
    .option('--json', "print the API's JSON; with --follow one line for each call")
    .addHelpText(
      'after',
      () => t`
Calls of your programs and of sim session, trigger and the like; not those of the console. The newest 2000 of 7 days are
kept until the simulator ends.

Example: ${context.program} calls --errors --follow`,
    )
    .action((requestId: string | undefined, options: Options) => calls(context, options, requestId));
};

async function calls(context: CliContext, options: Options, requestId: string | undefined): Promise<void> {
  const connection = await connect(context, options);
  const { errors, status, method, operation, session, since, limit, json } = options;
  await assertFilter(connection.console(), session);
  const query = {
    errors: errors && String(errors),
    status,
    method,
    operation,
    session_id: session,
    request_id: requestId,
    since,
  };
  const { data } = await connection.console().callUnchecked(listCalls, { query: { ...query, limit } });
  // Asked for newest first, to get the latest; told oldest first, to be read.
  const past = data.toReversed();
  if (requestId !== undefined) {
    const [call] = past;
    if (!call) throw new CommandError('refused', t`there is no ${plain(requestId)} here`);
    return report(context, options, call, (colours) => callLines(call, colours));
  }
  if (options.follow) {
    const colours = coloursFor(context.stdout, context.env);
    const lineOf = (call: CallData) => (json ? JSON.stringify(call) : callLine(call, colours));
    return printFollowed(context, connection, { operation: listCalls, query, past, lineOf });
  }
  report(context, options, past, (colours) => past.map((call) => callLine(call, colours)));
  if (past.length === 0)
    hint(context, options, t`no call here; the programs that use this account have made none`);
}
