import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection/connection.ts';
import { type Condition, type Field, parseEvent, wordsOf } from '../expectations/condition.ts';
import { conclude, type VerdictOptions } from '../expectations/verdict.ts';
import { lookOnce, watch } from '../expectations/watch.ts';
import { exitCodes } from '../failures.ts';
import { assertFilter } from '../input/session-filter.ts';
import { type Milestone, stateNames } from '../input/session-milestones.ts';
import { parseTimeout, parseWholeNumber } from '../input/values.ts';
import { report } from '../rendering/report.ts';
import { spinWhile } from '../rendering/spinner.ts';
import { whereOption } from './wait.ts';

interface Options extends ConnectionOptions, VerdictOptions {
  readonly session?: string;
  readonly where: readonly Field[];
  readonly exactly?: number;
  readonly atLeast?: number;
  readonly none?: boolean;
  readonly within?: number;
}

/** How often something is to have happened. */
interface Expected {
  readonly min: number;
  readonly max: number;
  readonly words: string;
}

export const declareExpect: Declare = (command, context) => {
  command
    .argument('<what>', t`${stateNames.join(', ')}, or an event such as webhook.delivered:paid`, parseEvent)
    .option('--session <id>', 'only of this session')
    .addOption(whereOption())
    .option('--at-least <n>', 'so often or more; without any of the three: once or more', parseWholeNumber)
    .addOption(
      new Option('--exactly <n>', 'so often and no more').argParser(parseWholeNumber).conflicts('atLeast'),
    )
    .addOption(new Option('--none', 'not at all').conflicts(['atLeast', 'exactly']))
    .option('--within <ms>', 'let it happen within this time; otherwise it is looked at once', parseTimeout)
    .option('--junit <file>', 'write the result as JUnit XML, too')
    .addHelpText(
      'after',
      t`
With --within, --at-least ends as soon as enough has happened; --exactly and --none wait to the end, as one more could
still come. Exit code 1 when it is not as expected.

Example: ${context.program} expect webhook.delivered:paid --session "$SESSION" --exactly 1`,
    );
  takesConnection(command)
    .option('--json', 'print {"expected","count","events"}')
    .action((what: Milestone, options: Options) => expectThat(context, what, options));
};

async function expectThat(context: CliContext, milestone: Milestone, options: Options): Promise<void> {
  const { session, where, within } = options;
  const condition: Condition = { milestone, session, where };
  const expected = expectedOf(options);
  const name = `${wordsOf(condition)}: ${expected.words}`;
  const beganMs = context.now();
  const connection = await connect(context, options);
  await assertFilter(connection.console(), session);
  const { min, max } = expected;
  const isEnough = (count: number) => count > max || (max === Number.POSITIVE_INFINITY && count >= min);
  const seen =
    within === undefined
      ? await lookOnce(connection, condition)
      : await spinWhile(
          context,
          options,
          t`watching ${name}`,
          watch(connection, { condition, until: context.deadline(within), isEnough }),
        );
  const count = seen.matching.length;
  const isSo = count >= min && count <= max;
  const why = seen.prevented === undefined ? '' : t`; it can not happen any more, as ${seen.prevented}`;
  const time = within === undefined ? '' : t` within ${within} ms`;
  await conclude(context, options, {
    suite: 'sim expect',
    name,
    beganMs,
    failure: isSo
      ? null
      : t`expected ${wordsOf(condition)} ${expected.words}${time}; it has happened ${times(count)}${count < min ? why : ''}`,
    exitCode: exitCodes.refused,
    latest: count > max ? seen.matching.slice(-15) : seen.latest,
  });
  const data = { expected: expected.words, count, events: seen.matching };
  report(context, options, data, (colours) => [
    t`${colours.green('ok')}  ${wordsOf(condition)}: ${times(count)}, ${expected.words} expected`,
  ]);
}

function expectedOf({ exactly, atLeast, none }: Options): Expected {
  if (none) return { min: 0, max: 0, words: t`not at all` };
  if (exactly !== undefined) return { min: exactly, max: exactly, words: t`exactly ${times(exactly)}` };
  const min = atLeast ?? 1;
  return { min, max: Number.POSITIVE_INFINITY, words: t`at least ${times(min)}` };
}

function times(count: number): string {
  return count === 1 ? t`once` : t`${count} times`;
}
