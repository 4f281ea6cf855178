import { followTrace } from '@svc-simulator/client';
import type { TraceEvent } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  takesConnection,
} from '../connection/connection.ts';
import { assertFilter, parseTypes, traceOf } from '../input/session-filter.ts';
import { parseLimit } from '../input/values.ts';
import { coloursFor } from '../rendering/colours.ts';
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
  if (options.follow) return follow(context, connection, options, events);
  report(context, options, events, (colours) => events.map((event) => traceLine(event, colours)));
}

async function follow(
  context: CliContext,
  connection: Connection,
  { json, type, session }: Options,
  past: readonly TraceEvent[],
): Promise<void> {
  const { stdout, stderr, env } = context;
  const colours = coloursFor(stdout, env);
  const print = (event: TraceEvent) =>
    stdout.write(`${json ? JSON.stringify(event) : traceLine(event, colours)}\n`);
  past.forEach(print);
  let lost = false;
  const ending = new AbortController();
  const ignoreStop = context.onStopSignal(() => ending.abort());
  const following = followTrace({
    ...connection.at,
    token: connection.consoleToken(),
    type,
    sessionId: session,
    after: past.at(-1)?.id ?? 0,
    signal: ending.signal,
    onOpen: () => {
      if (lost) stderr.write(`${t`the simulator is back`}\n`);
      lost = false;
    },
    onLoss: () => {
      if (!lost) stderr.write(`${t`the simulator has gone; waiting for it to come back`}\n`);
      lost = true;
    },
  });
  try {
    for await (const event of following) print(event);
  } finally {
    ignoreStop();
  }
}
