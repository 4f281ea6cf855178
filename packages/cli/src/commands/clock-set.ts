import { setClock } from '@svc-simulator/contract';
import { assertBody } from '../clock-usage.ts';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { clockLines } from '../rendering/clock-lines.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly freeze?: boolean;
}

export const declareClockSet: Declare = (command, surroundings) => {
  command
    .argument(
      '<time>',
      'ISO 8601 date or date and time, such as 2027-01-31T23:59:00Z; without an offset, UTC',
    )
    .option('--freeze', 'stop the clock there; without it, it runs or stands still as before')
    .addHelpText(
      'after',
      `
What comes due by that happens at once, at the new time. To have it happen in order, each thing at its own time,
use ${surroundings.program} clock advance.`,
    );
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((time: string, options: Options) => set(surroundings, time, options));
};

async function set(surroundings: Surroundings, time: string, options: Options): Promise<void> {
  const body = { now: time, ...(options.freeze && { frozen: true }) };
  assertBody(setClock, body, time);
  const connection = await connect(surroundings, options);
  const { data } = await connection.api().call(setClock, { body });
  report(surroundings, options, data, (colours) => clockLines(data, colours));
}
