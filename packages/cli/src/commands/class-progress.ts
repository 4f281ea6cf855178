import { problemOf } from '@svc-simulator/client';
import { getClassProgress } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { CommandError } from '../failures.ts';
import { classProgressLines } from '../rendering/class-lines.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';
import { classOf, onlyClass } from '../which-class.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly csv?: boolean;
}

export const declareClassProgress: Declare = (command, surroundings) => {
  command
    .argument('[class]', 'its id or its title; not needed by who has one class')
    .option('--csv', 'print a table for a spreadsheet, a line a trainee');
  takesConnection(command)
    .option('--json', "print the progress as the API's JSON")
    .action((classId: string | undefined, options: Options) => progress(surroundings, classId, options));
};

async function progress(
  surroundings: Surroundings,
  named: string | undefined,
  options: Options,
): Promise<void> {
  if (options.csv && options.json) throw new CommandError('usage', 'pass either --csv or --json, not both');
  const connection = await connect(surroundings, options);
  const { program } = surroundings;
  const params = await (named === undefined ? onlyClass(connection, program) : classOf(connection, named));
  if (options.csv) {
    const answer = await connection
      .console()
      .send(getClassProgress, { params, headers: { accept: 'text/csv' } });
    if (!answer.ok) throw await problemOf(answer);
    surroundings.stdout.write(await answer.text());
    return;
  }
  const { data } = await connection.console().call(getClassProgress, { params });
  report(surroundings, options, data, (colours) => classProgressLines(data, colours, surroundings.now()));
  if (data.trainees.length === 0) {
    hint(
      surroundings,
      options,
      `nobody is in it yet; trainees join with ${program} class join ${plain(data.join_code)}`,
    );
  }
}
