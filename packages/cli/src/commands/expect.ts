import type { Texts } from '@svc-simulator/texts/texts.ts';
import { filterOf } from '../connection/session-filter.ts';
import { type Condition, wordsOf } from '../expectations/condition.ts';
import { junitTakes } from '../expectations/junit.ts';
import { look } from '../expectations/look.ts';
import { exitCodes } from '../failures.ts';
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
    text: 'cli.expect.at_least',
    parse: parseWholeNumber,
  },
  '--exactly <n>': { text: 'cli.expect.exactly', parse: parseWholeNumber, conflicts: ['atLeast'] },
  '--none': { text: 'cli.expect.none', conflicts: ['atLeast', 'exactly'] },
});

export const declare = runCommand({
  takes: {
    ...conditionTakes,
    ...countTakes,
    '--within <ms>': {
      text: 'cli.expect.within',
      parse: parseTimeout,
    },
    ...junitTakes,
  },
  json: 'cli.expect.json',
  help: ({ t, program }) => t('cli.expect.help', { program }),
  run: async ({ t, given, context, connect, report }) => {
    const { what: milestone, where, within: withinMs } = given;
    const { min, max, words } = expectedOf(t, given);
    const connection = await connect();
    const session = await filterOf(t, connection.console(), given.session);
    const condition: Condition = { milestone, session, where };
    const name = `${wordsOf(t, condition)}: ${words}`;
    const time = withinMs === undefined ? '' : t('cli.expect.within_ms', { withinMs });
    const events = await look(context, given, connection, {
      suite: 'sim expect',
      name,
      condition,
      min,
      max,
      withinMs,
      meanwhile: t('cli.expect.watching', { name }),
      failure: ({ matching, prevented }) => {
        const why =
          prevented === undefined || matching.length >= min
            ? ''
            : t('cli.expect.not_happen_any_more', { prevented });
        return {
          text: t('cli.expect.expected_happened', {
            condition: wordsOf(t, condition),
            words,
            time,
            length: t('cli.expect.times', { count: matching.length }),
            why,
          }),
          exitCode: exitCodes.refused,
        };
      },
    });
    const count = events.length;
    report({ expected: words, count, events }, (colours) => [
      colours.t('cli.expect.expected', {
        green: colours.green('ok'),
        condition: wordsOf(t, condition),
        count: t('cli.expect.times', { count }),
        words,
      }),
    ]);
  },
});

function expectedOf(t: Texts, { exactly, atLeast, none }: Given<typeof countTakes>): Expected {
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
    words: t('cli.expect.least', { min: t('cli.expect.times', { count: min }) }),
  };
}
