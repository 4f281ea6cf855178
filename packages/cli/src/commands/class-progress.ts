import { problemOf } from '@svc-simulator/client';
import { getClassProgress, listClasses } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type Connection, type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { CommandError } from '../failures.ts';
import { classProgressLines } from '../rendering/class-lines.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly csv?: boolean;
}

export const declareClassProgress: Declare = (command, surroundings) => {
  command
    .argument('[class]', 'id of the class; not needed by who has one class')
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
  const classId = named ?? (await onlyClass(connection, surroundings.program));
  const params = { class_id: classId };
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
    const { program } = surroundings;
    hint(
      surroundings,
      options,
      `nobody is in it yet; trainees join with ${program} class join ${plain(data.join_code)}`,
    );
  }
}

async function onlyClass(connection: Connection, program: string): Promise<string> {
  const { data } = await connection.console().call(listClasses, { query: { limit: 2 } });
  const [only, another] = data;
  if (!only) {
    throw new CommandError(
      'refused',
      `there is no class in this account; ${program} class create TITLE makes one`,
    );
  }
  if (another) {
    throw new CommandError(
      'usage',
      `there are several classes in this account; say which, by an id that ${program} class list shows`,
    );
  }
  return only.class_id;
}
