import { createClient } from '@svc-simulator/client';
import { advanceClock, durationMsOf } from '@svc-simulator/contract';
import { assertBody } from '../clock-usage.ts';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { CommandError } from '../failures.ts';
import { clockLines } from '../rendering/clock-lines.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { spinWhile } from '../rendering/spinner.ts';
import { plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';
import { parseTimeout } from '../values.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly timeout: number;
}

/** Receivers that do not answer take five seconds an attempt, whatever the account's clock says. */
const PATIENCE_MS = 120_000;

export const declareClockAdvance: Declare = (command, surroundings) => {
  // Several words are one duration, so that `14 days` needs no quotes.
  command.argument('<duration...>', 'such as 90s, 14d, 14 days or 1h 30m');
  takesConnection(command)
    .option('--timeout <ms>', 'how long to wait for the answer, in milliseconds', parseTimeout, PATIENCE_MS)
    .option('--json', "print the API's JSON")
    .action((words: string[], options: Options) => advance(surroundings, words.join(' '), options));
};

async function advance(surroundings: Surroundings, duration: string, options: Options): Promise<void> {
  const ms = durationMsOf(duration);
  if (ms === null) {
    throw new CommandError(
      'usage',
      `${plain(duration)} is no duration; write it like 90s, 14d, 14 days or 1h 30m`,
    );
  }
  assertBody(advanceClock, { ms }, duration);
  const connection = await connect(surroundings, options);
  const client = createClient({
    ...connection.at,
    token: connection.key(),
    signal: surroundings.deadline(options.timeout),
  });
  const advancing = client.call(advanceClock, { body: { ms } });
  const { data } = await spinWhile(surroundings, options, 'waiting for what comes due', advancing);
  report(surroundings, options, data, (colours) => clockLines(data, colours));
}
