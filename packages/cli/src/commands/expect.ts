import { t } from '@svc-simulator/core';
import { type Condition, wordsOf } from '../expectations/condition.ts';
import { junitTakes } from '../expectations/junit.ts';
import { look } from '../expectations/look.ts';
import { exitCodes } from '../failures.ts';
import { filterOf } from '../input/session-filter.ts';
import { parseTimeout, parseWholeNumber } from '../input/values.ts';
import { runCommand } from '../plain-command.ts';
import { type Given, taking } from '../takes.ts';
import { conditionTakes } from './wait.ts';

/** How often something is to have happened. */
interface Expected {
  readonly min: number;
  readonly max: number;
  readonly words: string;
}

const countTakes = taking({
  '--at-least <n>': {
    text: 'at least so often; without any of the three: once',
    parse: parseWholeNumber,
  },
  '--exactly <n>': { text: 'exactly so often', parse: parseWholeNumber, conflicts: ['atLeast'] },
  '--none': { text: 'not at all', conflicts: ['atLeast', 'exactly'] },
});

export const declare = runCommand({
  takes: {
    ...conditionTakes,
    ...countTakes,
    '--within <ms>': {
      text: 'how long it may take; without it, it has to have happened already',
      parse: parseTimeout,
    },
    ...junitTakes,
  },
  json: 'print {"expected","count","events"}',
  help: ({ program }) => t`
With --within, --at-least ends as soon as enough has happened; --exactly and --none wait to the end, as one more could
still come. Exit code 1 when it is not as expected.

Example: ${program} expect webhook.delivered:paid --session "$SESSION" --exactly 1`,
  run: async ({ given, context, connect, report }) => {
    const { what: milestone, where, within: withinMs } = given;
    const { min, max, words } = expectedOf(given);
    const connection = await connect();
    const session = await filterOf(connection.console(), given.session);
    const condition: Condition = { milestone, session, where };
    const name = `${wordsOf(condition)}: ${words}`;
    const time = withinMs === undefined ? '' : t` within ${withinMs} ms`;
    const events = await look(context, given, connection, {
      suite: 'sim expect',
      name,
      condition,
      min,
      max,
      withinMs,
      meanwhile: t`watching ${name}`,
      failure: ({ matching, prevented }) => {
        const why =
          prevented === undefined || matching.length >= min
            ? ''
            : t`; it can not happen any more, as ${prevented}`;
        return {
          text: t`expected ${wordsOf(condition)} ${words}${time}; it has happened ${times(matching.length)}${why}`,
          exitCode: exitCodes.refused,
        };
      },
    });
    const count = events.length;
    report({ expected: words, count, events }, (colours) => [
      t`${colours.green('ok')}  ${wordsOf(condition)}: ${times(count)}, ${words} expected`,
    ]);
  },
});

function expectedOf({ exactly, atLeast, none }: Given<typeof countTakes>): Expected {
  if (none) return { min: 0, max: 0, words: t`not at all` };
  if (exactly !== undefined) return { min: exactly, max: exactly, words: t`exactly ${times(exactly)}` };
  const min = atLeast ?? 1;
  return { min, max: Number.POSITIVE_INFINITY, words: t`at least ${times(min)}` };
}

function times(count: number): string {
  return count === 1 ? t`once` : t`${count} times`;
}
