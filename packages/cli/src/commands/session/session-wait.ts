import { type Client, followTrace } from '@svc-simulator/client';
import type { TraceEvent } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../../connection/connection.ts';
import { CommandError } from '../../failures.ts';
import { isKnown } from '../../input/session-filter.ts';
import {
  isImpossible,
  isReached,
  type Milestone,
  parseMilestone,
  stateNames,
} from '../../input/session-milestones.ts';
import { parseTimeout } from '../../input/values.ts';
import { type ReportOptions, report } from '../../rendering/report.ts';
import { spinWhile } from '../../rendering/spinner.ts';
import { plain } from '../../rendering/text.ts';
import { traceLine } from '../../rendering/trace-line.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly for: Milestone;
  readonly timeout: number;
}

export const declareSessionWait: Declare = (command, context) => {
  command
    .argument('<session>', 'id of the session')
    .addOption(
      new Option('--for <what>', t`${stateNames.join(', ')}, or an event such as webhook.delivered:paid`)
        .argParser((name: string) => parseMilestone(name))
        .makeOptionMandatory(),
    )
    .option('--timeout <ms>', 'give up after so long, with exit code 4', parseTimeout, 60_000)
    .addHelpText(
      'after',
      t`\nWhat has happened already counts. What can no longer happen ends the wait with exit code 1.`,
    );
  takesConnection(command)
    .option('--json', 'print the event of the trace')
    .action((session: string, options: Options) => wait(context, session, options));
};

async function wait(context: CliContext, session: string, options: Options): Promise<void> {
  const { name } = options.for;
  const connection = await connect(context, options);
  await assertKnown(connection.console(), session);
  const deadline = context.deadline(options.timeout);
  const following = followTrace({
    ...connection.at,
    token: connection.consoleToken(),
    sessionId: session,
    after: 0,
    signal: deadline,
  });
  const event = await spinWhile(
    context,
    options,
    t`waiting for ${name}`,
    firstOf(following, session, options.for),
  );
  if (!event)
    throw new CommandError(
      'timeout',
      t`waited ${options.timeout} ms for ${name} of session ${session}; it has not happened`,
    );
  report(context, options, event, (colours) => [traceLine(event, colours)]);
}

/** The first event that is waited for; undefined when the stream ends before, at the deadline. */
async function firstOf(
  events: AsyncIterable<TraceEvent>,
  session: string,
  milestone: Milestone,
): Promise<TraceEvent | undefined> {
  for await (const event of events) {
    if (isReached(milestone, event)) return event;
    if (isImpossible(milestone, event)) {
      const what = event.type.replace(/^session\./, '');
      throw new CommandError(
        'refused',
        t`session ${session} is ${what}, so it cannot become ${milestone.name} any more`,
      );
    }
  }
  return undefined;
}

/** A stream of a session that does not exist would wait for nothing. */
export async function assertKnown(client: Client, session: string): Promise<void> {
  if (!(await isKnown(client, session)))
    throw new CommandError('refused', t`the account has no session ${plain(session)}`);
}
