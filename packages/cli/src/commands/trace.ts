import { getTrace, type TraceEvent } from '@svc-simulator/contract';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection/connection.ts';
import { assertFilter, parseTypes, traceOf } from '../input/session-filter.ts';
import { parseLimit } from '../input/values.ts';
import { coloursFor } from '../rendering/colours.ts';
import { printFollowed } from '../rendering/print-followed.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { traceLine } from '../rendering/trace-line.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly type?: string;
  readonly session?: string;
  readonly limit: number;
  readonly follow?: boolean;
}

export const declareTrace: Declare = (command, context) => {
  command
    .option(
      '--type <type>',
      'only events of this type, such as webhook.received; several with commas between',
      parseTypes,
    )
    .option('--session <id>', 'only events of this session')
    .option('--limit <n>', 'the latest so many', parseLimit, 50)
    .option('-f, --follow', 'go on with what happens, until Ctrl+C');
  takesConnection(command)
    .option('--json', "print the API's JSON; with --follow one line for each event")
    .action((options: Options) => trace(context, options));
};

async function trace(context: CliContext, options: Options): Promise<void> {
  const connection = await connect(context, options);
  const { type, session, limit } = options;
  await assertFilter(connection.console(), session);
  const query = { type, session_id: session, limit, order: 'desc' } as const;
  const { data } = await traceOf(connection.console(), query);
  // Asked for newest first, to get the latest; told oldest first, to be read.
  const events = data.toReversed();
  if (options.follow) {
    const colours = coloursFor(context.stdout, context.env);
    const lineOf = (event: TraceEvent) => (options.json ? JSON.stringify(event) : traceLine(event, colours));
    const filter = { type, session_id: session };
    return printFollowed(context, connection, { operation: getTrace, query: filter, past: events, lineOf });
  }
  report(context, options, events, (colours) => events.map((event) => traceLine(event, colours)));
}
