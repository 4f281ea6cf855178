import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Connection } from '../connection/connection.ts';
import { filterOf } from '../connection/session-filter.ts';
import {
  type Condition,
  milestoneText,
  parseEvent,
  parseWhere,
  preventedText,
  timeoutTakes,
  wordsOf,
} from '../expectations/condition.ts';
import { junitTakes } from '../expectations/junit.ts';
import { look, type Sighting, type Unmet } from '../expectations/look.ts';
import { exitCodes } from '../failures.ts';
import { parseLimit } from '../input/values.ts';
import { type Call, runCommand } from '../plain-command.ts';
import { traceLine } from '../rendering/trace-line.ts';
import { taking } from '../takes.ts';

export const whereTakes = taking({
  '--where <field=value>': {
    text: 'cli.wait.where',
    parse: parseWhere,
    fallback: [],
    otherwiseText: 'cli.common.where_default',
  },
});

/** What `sim wait` and `sim expect` look for. */
export const conditionTakes = taking({
  '<what>': { text: milestoneText, parse: parseEvent },
  '--session <id>': 'cli.common.of_session',
  ...whereTakes,
});

/** How long, and how often, beside what. */
export const waitTakes = taking({
  '--count <n>': { text: 'cli.wait.count', parse: parseLimit, fallback: 1 },
  ...timeoutTakes,
  ...junitTakes,
});

export const declare = runCommand({
  takes: { ...conditionTakes, ...waitTakes },
  json: 'cli.common.json',
  help: ({ t, program }) => t('cli.wait.help', { program }),
  run: async (at) => {
    const connection = await at.connect();
    const { what: milestone, where } = at.given;
    const session = await filterOf(at.t, connection.console(), at.given.session);
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
  const words = wordsOf(context.t, condition);
  const name = count === 1 ? words : `${count} × ${words}`;
  const events = await look(context, given, connection, {
    suite: 'sim wait',
    name,
    condition,
    min: count,
    max: Number.POSITIVE_INFINITY,
    withinMs: timeout,
    meanwhile: context.t('cli.common.waiting', { value: name }),
    failure: (seen) => missing(context.t, name, given, seen),
  });
  if (json) for (const event of events) report(event, () => []);
  else report(events, (colours) => events.map((event) => traceLine(event, colours)));
}

function missing(
  t: Texts,
  name: string,
  { count, timeout }: { readonly count: number; readonly timeout: number },
  { matching, prevented }: Sighting,
): Unmet {
  const soFar = count === 1 ? '' : t('cli.wait.far', { length: matching.length });
  if (prevented !== undefined)
    return { text: preventedText(t, name, prevented, soFar), exitCode: exitCodes.refused };
  const text = t('cli.wait.waited_ms', { timeout, name, count: matching.length });
  return { text, exitCode: exitCodes.timeout };
}
