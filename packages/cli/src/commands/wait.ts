import { t } from '@svc-simulator/core';
import { type Condition, parseEvent, parseWhere, preventedText, wordsOf } from '../expectations/condition.ts';
import { junitTakes } from '../expectations/junit.ts';
import { conclude } from '../expectations/verdict.ts';
import { type Sighting, watch } from '../expectations/watch.ts';
import { exitCodes } from '../failures.ts';
import { filterOf } from '../input/session-filter.ts';
import { milestoneText, timeoutTakes } from '../input/session-milestones.ts';
import { parseLimit } from '../input/values.ts';
import { runCommand } from '../plain-command.ts';
import { coloursFor } from '../rendering/colours.ts';
import { spinWhile } from '../rendering/spinner.ts';
import { traceLine } from '../rendering/trace-line.ts';
import { taking } from '../takes.ts';

/** What `sim wait` and `sim expect` look for. */
export const conditionTakes = taking({
  '<what>': { text: milestoneText, parse: parseEvent },
  '--session <id>': 'only of this session',
  '--where <field=value>': {
    text: "only with this value, of the event or of a webhook's body; may be repeated",
    parse: parseWhere,
    fallback: [],
    otherwise: 'all',
  },
});

export const declare = runCommand({
  takes: {
    ...conditionTakes,
    '--count <n>': { text: 'until so many have happened', parse: parseLimit, fallback: 1 },
    ...timeoutTakes,
    ...junitTakes,
  },
  json: 'print the events of the trace, one a line',
  help: ({ program }) => t`
What has happened already counts; sim reset begins anew. What can no longer happen to the session ends the wait with exit
code 1.

Example: ${program} wait webhook.delivered:accredited --where session_payment.amount_reference=25.5`,
  run: async ({ given, context, connect }) => {
    const { what: milestone, where, count, timeout } = given;
    const connection = await connect();
    const session = await filterOf(connection.console(), given.session);
    const condition: Condition = { milestone, session, where };
    const name = count === 1 ? wordsOf(condition) : `${count} × ${wordsOf(condition)}`;
    const beganMs = context.now();
    const isEnough = (matching: number) => matching >= count;
    const watching = watch(connection, { condition, until: context.deadline(timeout), isEnough });
    const seen = await spinWhile(context, given, t`waiting for ${name}`, watching);
    const { failure, exitCode } = verdictOf(name, given, seen);
    const { latest } = seen;
    await conclude(context, given, { suite: 'sim wait', name, beganMs, failure, exitCode, latest });
    const { stdout, env } = context;
    const colours = coloursFor(stdout, env);
    for (const event of seen.matching)
      stdout.write(`${given.json ? JSON.stringify(event) : traceLine(event, colours)}\n`);
  },
});

function verdictOf(
  name: string,
  { count, timeout }: { readonly count: number; readonly timeout: number },
  { matching, prevented }: Sighting,
): { readonly failure: string | null; readonly exitCode: number } {
  if (matching.length >= count) return { failure: null, exitCode: exitCodes.done };
  const soFar = count === 1 ? '' : t`, ${matching.length} so far`;
  if (prevented !== undefined) {
    return { failure: preventedText(name, prevented, soFar), exitCode: exitCodes.refused };
  }
  const missing =
    matching.length === 0 ? t`it has not happened` : t`it has happened ${matching.length} times`;
  return { failure: t`waited ${timeout} ms for ${name}; ${missing}`, exitCode: exitCodes.timeout };
}
