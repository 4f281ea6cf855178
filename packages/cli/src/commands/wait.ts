import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection/connection.ts';
import { type Condition, type Field, parseEvent, parseWhere, wordsOf } from '../expectations/condition.ts';
import { conclude, type VerdictOptions } from '../expectations/verdict.ts';
import { type Sighting, watch } from '../expectations/watch.ts';
import { exitCodes } from '../failures.ts';
import { assertFilter } from '../input/session-filter.ts';
import { type Milestone, stateNames } from '../input/session-milestones.ts';
import { parseLimit, parseTimeout } from '../input/values.ts';
import { coloursFor } from '../rendering/colours.ts';
import { spinWhile } from '../rendering/spinner.ts';
import { traceLine } from '../rendering/trace-line.ts';

interface Options extends ConnectionOptions, VerdictOptions {
  readonly session?: string;
  readonly where: readonly Field[];
  readonly count: number;
  readonly timeout: number;
}

export const declareWait: Declare = (command, context) => {
  command
    .argument('<what>', t`${stateNames.join(', ')}, or an event such as webhook.delivered:paid`, parseEvent)
    .option('--session <id>', 'only of this session')
    .addOption(whereOption())
    .option('--count <n>', 'until so many have happened', parseLimit, 1)
    .option('--timeout <ms>', 'give up after so long, with exit code 4', parseTimeout, 60_000)
    .option('--junit <file>', 'write the result as JUnit XML, too')
    .addHelpText(
      'after',
      t`
What has happened already counts; sim reset begins anew. What can no longer happen to the session ends the wait with exit
code 1.

Example: ${context.program} wait webhook.delivered:accredited --where session_payment.amount_reference=25.5`,
    );
  takesConnection(command)
    .option('--json', 'print the events of the trace, one a line')
    .action((what: Milestone, options: Options) => wait(context, what, options));
};

/** Also an option of `sim expect`. */
export function whereOption(): Option {
  return new Option(
    '--where <field=value>',
    "only with this value, of the event or of a webhook's body; may be repeated",
  )
    .argParser(parseWhere)
    .default([], 'all');
}

async function wait(context: CliContext, milestone: Milestone, options: Options): Promise<void> {
  const { session, where, count, timeout } = options;
  const condition: Condition = { milestone, session, where };
  const name = count === 1 ? wordsOf(condition) : `${count} × ${wordsOf(condition)}`;
  const beganMs = context.now();
  const connection = await connect(context, options);
  await assertFilter(connection.console(), session);
  const seen = await spinWhile(
    context,
    options,
    t`waiting for ${name}`,
    watch(connection, {
      condition,
      until: context.deadline(timeout),
      isEnough: (matching) => matching >= count,
    }),
  );
  const { failure, exitCode } = verdictOf(name, options, seen);
  await conclude(context, options, {
    suite: 'sim wait',
    name,
    beganMs,
    failure,
    exitCode,
    latest: seen.latest,
  });
  const { stdout, env } = context;
  const colours = coloursFor(stdout, env);
  for (const event of seen.matching) {
    stdout.write(`${options.json ? JSON.stringify(event) : traceLine(event, colours)}\n`);
  }
}

function verdictOf(
  name: string,
  { count, timeout }: Options,
  { matching, prevented }: Sighting,
): { readonly failure: string | null; readonly exitCode: number } {
  if (matching.length >= count) return { failure: null, exitCode: exitCodes.done };
  const soFar = count === 1 ? '' : t`, ${matching.length} so far`;
  if (prevented !== undefined) {
    return { failure: t`${name} can not happen any more: ${prevented}${soFar}`, exitCode: exitCodes.refused };
  }
  const missing =
    matching.length === 0 ? t`it has not happened` : t`it has happened ${matching.length} times`;
  return { failure: t`waited ${timeout} ms for ${name}; ${missing}`, exitCode: exitCodes.timeout };
}
