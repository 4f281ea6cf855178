import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Connection } from '../connection/connection.ts';
import { resolveSessionFilter } from '../connection/session-filter.ts';
import {
  type Condition,
  conditionText,
  milestoneText,
  parseEvent,
  parseWhere,
  timeoutParameters,
} from '../expectations/condition.ts';
import { type ExpectationFailure, expectEvents, type WatchResult } from '../expectations/expect-events.ts';
import { expectOrder } from '../expectations/expect-order.ts';
import { junitParameters } from '../expectations/junit.ts';
import { parseOrder } from '../expectations/order.ts';
import { exitCodes } from '../failures.ts';
import { parseLimit, parseTimeout, parseWholeNumber } from '../input/values.ts';
import { defineParameters, type ParsedInput } from '../parameters.ts';
import { traceLine } from '../rendering/causes.ts';
import { type CommandCall, runCommand } from '../request-command.ts';

export const whereParameters = defineParameters({
  '--where <field=value>': {
    text: 'cli.wait.where',
    parse: parseWhere,
    fallback: [],
    fallbackKey: 'cli.common.where_default',
  },
});

export const conditionParameters = defineParameters({
  '<what>': { text: milestoneText, parse: parseEvent },
  '--session <id>': 'cli.common.session_filter',
  ...whereParameters,
});

export const waitParameters = defineParameters({
  '--count <n>': { text: 'cli.wait.count', parse: parseLimit, fallback: 1 },
  ...timeoutParameters,
  ...junitParameters,
});

export const waitForEventCommand = runCommand({
  parameters: { ...conditionParameters, ...waitParameters },
  json: 'cli.common.json',
  run: async (call) => {
    const connection = await call.connect();
    const { what: milestone, where } = call.values;
    const session = await resolveSessionFilter(call.t, connection, call.values.session);
    await waitFor(call, connection, { milestone, session, where });
  },
});

/**
 * Waits until the expected number of events has occurred and prints them.
 * @throws ReportedError
 */
export async function waitFor(
  { values, context, report }: Pick<CommandCall<typeof waitParameters>, 'values' | 'context' | 'report'>,
  connection: Connection,
  condition: Condition,
): Promise<void> {
  const { count, timeout, json } = values;
  const words = conditionText(context.t, condition);
  const name = count === 1 ? words : `${count} × ${words}`;
  const events = await expectEvents(context, values, connection, {
    suite: 'sim wait',
    name,
    condition,
    min: count,
    max: Number.POSITIVE_INFINITY,
    withinMs: timeout,
    progressText: context.t('cli.common.waiting', { value: name }),
    failure: (result) => describeMissing(context.t, name, values, result),
  });
  if (json) for (const event of events) report(event, () => []);
  else report(events, (style) => events.map((event) => traceLine(event, style)));
}

function describeMissing(
  t: Texts,
  name: string,
  { count, timeout }: { readonly count: number; readonly timeout: number },
  { matching, preventionReason }: WatchResult,
): ExpectationFailure {
  const soFar = count === 1 ? '' : t('cli.wait.count_so_far', { length: matching.length });
  if (preventionReason !== undefined) {
    const text = t('cli.expect.cannot_happen', { name, reason: preventionReason, soFar });
    return { text, exitCode: exitCodes.refused };
  }
  const text = t('cli.wait.waited_ms', { timeout, name, count: matching.length });
  return { text, exitCode: exitCodes.timeout };
}

const countParameters = defineParameters({
  '--at-least <n>': { text: 'cli.expect.at_least', parse: parseWholeNumber },
  '--exactly <n>': { text: 'cli.expect.exactly', parse: parseWholeNumber, conflicts: ['atLeast'] },
  '--none': { text: 'cli.expect.none', conflicts: ['atLeast', 'exactly'] },
});

const countNames = ['atLeast', 'exactly', 'none'];

export const expect = runCommand({
  parameters: {
    '[what]': { text: milestoneText, parse: parseEvent },
    '--session <id>': 'cli.common.session_filter',
    ...whereParameters,
    ...countParameters,
    '--order <events>': { text: 'cli.expect.order', parse: parseOrder, conflicts: countNames },
    '--no-duplicates': { text: 'cli.expect.no_duplicates', conflicts: countNames },
    '--within <ms>': { text: 'cli.expect.within', parse: parseTimeout },
    ...junitParameters,
  },
  run: async (call) => {
    const { t, values, context, connect, report } = call;
    const { what: milestone, where, within: withinMs } = values;
    if (!milestone) return expectOrder(call);
    const { min, max, words } = readExpectedCount(t, values);
    const connection = await connect();
    const session = await resolveSessionFilter(t, connection, values.session);
    const condition: Condition = { milestone, session, where };
    const name = `${conditionText(t, condition)}: ${words}`;
    const time = withinMs === undefined ? '' : t('cli.expect.within_ms', { withinMs });
    const events = await expectEvents(context, values, connection, {
      suite: 'sim expect',
      name,
      condition,
      min,
      max,
      withinMs,
      progressText: t('cli.expect.watching', { name }),
      failure: ({ matching, preventionReason }) => {
        const reason =
          preventionReason === undefined || matching.length >= min
            ? ''
            : t('cli.expect.prevented', { reason: preventionReason });
        return {
          text: t('cli.expect.expected_happened', {
            condition: conditionText(t, condition),
            words,
            time,
            length: t('cli.expect.times', { count: matching.length }),
            why: reason,
          }),
          exitCode: exitCodes.refused,
        };
      },
    });
    const count = events.length;
    report({ expected: words, count, events }, (style) => [
      style.t('cli.expect.expected', {
        ok: style.green('ok'),
        condition: conditionText(t, condition),
        count: t('cli.expect.times', { count }),
        words,
      }),
    ]);
  },
});

function readExpectedCount(t: Texts, { exactly, atLeast, none }: ParsedInput<typeof countParameters>) {
  if (none) return { min: 0, max: 0, words: t('cli.expect.none') };
  if (exactly !== undefined)
    return {
      min: exactly,
      max: exactly,
      words: t('cli.expect.exactly_times', { exactly: t('cli.expect.times', { count: exactly }) }),
    };
  const min = atLeast ?? 1;
  return {
    min,
    max: Number.POSITIVE_INFINITY,
    words: t('cli.expect.at_least_times', { min: t('cli.expect.times', { count: min }) }),
  };
}
