import { t } from '@svc-simulator/core';
import type { Connection } from '../connection/connection.ts';
import { type Condition, parseEvent, parseWhere, preventedText, wordsOf } from '../expectations/condition.ts';
import { junitTakes } from '../expectations/junit.ts';
import { look, type Unmet } from '../expectations/look.ts';
import type { Sighting } from '../expectations/watch.ts';
import { exitCodes } from '../failures.ts';
import { filterOf } from '../input/session-filter.ts';
import { milestoneText, timeoutTakes } from '../input/session-milestones.ts';
import { parseLimit } from '../input/values.ts';
import { type Call, runCommand } from '../plain-command.ts';
import { traceLine } from '../rendering/trace-line.ts';
import { taking } from '../takes.ts';

export const whereTakes = taking({
  '--where <field=value>': {
    text: "only with this value, of the event or of a webhook's body; may be repeated",
    parse: parseWhere,
    fallback: [],
    otherwise: 'all',
  },
});

/** What `sim wait` and `sim expect` look for. */
export const conditionTakes = taking({
  '<what>': { text: milestoneText, parse: parseEvent },
  '--session <id>': 'only of this session',
  ...whereTakes,
});

/** How long, and how often, beside what. */
export const waitTakes = taking({
  '--count <n>': { text: 'how often it has to happen', parse: parseLimit, fallback: 1 },
  ...timeoutTakes,
  ...junitTakes,
});

export const declare = runCommand({
  takes: { ...conditionTakes, ...waitTakes },
  json: 'print the events of the trace, one a line',
  help: ({ program }) => t`
What has happened already counts; sim reset begins anew. What can no longer happen to the session ends the wait with exit
code 1.

Example: ${program} wait webhook.delivered:accredited --where session_payment.amount_reference=25.5`,
  run: async (at) => {
    const connection = await at.connect();
    const { what: milestone, where } = at.given;
    const session = await filterOf(connection.console(), at.given.session);
    await waitFor(at, connection, { milestone, session, where });
  },
});

/** Waits until something has happened so often, and prints the events. @throws ToldFailure */
export async function waitFor(
  { given, context, report }: Pick<Call<typeof waitTakes>, 'given' | 'context' | 'report'>,
  connection: Connection,
  condition: Condition,
): Promise<void> {
  const { count, timeout, json } = given;
  const words = wordsOf(condition);
  const name = count === 1 ? words : `${count} × ${words}`;
  const events = await look(context, given, connection, {
    suite: 'sim wait',
    name,
    condition,
    min: count,
    max: Number.POSITIVE_INFINITY,
    withinMs: timeout,
    meanwhile: t`waiting for ${name}`,
    failure: (seen) => missing(name, given, seen),
  });
  if (json) for (const event of events) report(event, () => []);
  else report(events, (colours) => events.map((event) => traceLine(event, colours)));
}

function missing(
  name: string,
  { count, timeout }: { readonly count: number; readonly timeout: number },
  { matching, prevented }: Sighting,
): Unmet {
  const soFar = count === 1 ? '' : t`, ${matching.length} so far`;
  if (prevented !== undefined)
    return { text: preventedText(name, prevented, soFar), exitCode: exitCodes.refused };
  const found = matching.length === 0 ? t`it has not happened` : t`it has happened ${matching.length} times`;
  return { text: t`waited ${timeout} ms for ${name}; ${found}`, exitCode: exitCodes.timeout };
}
