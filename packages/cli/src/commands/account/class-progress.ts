import { problemOf } from '@svc-simulator/client';
import { getClassProgress } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../../connection/connection.ts';
import { classOf, onlyClass } from '../../connection/which-class.ts';
import { CommandError } from '../../failures.ts';
import { classProgressLines } from '../../rendering/class-lines.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { plain } from '../../rendering/text.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly csv?: boolean;
}

export const declareClassProgress: Declare = (command, context) => {
  command
    .argument('[class]', 'its id or its title; not needed by who has one class')
    .option('--csv', 'print a table for a spreadsheet, a line a trainee');
  takesConnection(command)
    .option('--json', "print the progress as the API's JSON")
    .action((classId: string | undefined, options: Options) => progress(context, classId, options));
};

async function progress(context: CliContext, named: string | undefined, options: Options): Promise<void> {
  if (options.csv && options.json) throw new CommandError('usage', t`pass either --csv or --json, not both`);
  const connection = await connect(context, options);
  const { program } = context;
  const params = await (named === undefined ? onlyClass(connection, program) : classOf(connection, named));
  if (options.csv) {
    const answer = await connection
      .console()
      .send(getClassProgress, { params, headers: { accept: 'text/csv' } });
    if (!answer.ok) throw await problemOf(answer);
    context.stdout.write(await answer.text());
    return;
  }
  const { data } = await connection.console().call(getClassProgress, { params });
  report(context, options, data, (colours) => classProgressLines(data, colours, context.now()));
  if (data.trainees.length === 0) {
    hint(
      context,
      options,
      t`nobody is in it yet; trainees join with ${program} class join ${plain(data.join_code)}`,
    );
  }
}
