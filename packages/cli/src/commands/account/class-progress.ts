import { problemOf } from '@svc-simulator/client';
import { getClassProgress } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { classOf, onlyClass } from '../../connection/which-class.ts';
import { wrongUsage } from '../../failures.ts';
import { runCommand } from '../../plain-command.ts';
import { classProgressLines } from '../../rendering/class-lines.ts';
import { plain } from '../../rendering/text.ts';

export const declare = runCommand({
  takes: {
    '[class]': 'its id or its title (default: the only class that you have)',
    '--csv': 'print a table for a spreadsheet, a line a trainee',
  },
  json: "print the progress as the API's JSON",
  run: async ({ given: { class: named, csv, json }, context, connect, report, hint }) => {
    if (csv && json) throw wrongUsage(t`pass either --csv or --json, not both`);
    const connection = await connect();
    const { program } = context;
    const params = await (named === undefined
      ? onlyClass(connection, program)
      : classOf(connection, named, program));
    if (csv) {
      const answer = await connection
        .console()
        .send(getClassProgress, { params, headers: { accept: 'text/csv' } });
      if (!answer.ok) throw await problemOf(answer);
      context.stdout.write(await answer.text());
      return;
    }
    const { data } = await connection.console().call(getClassProgress, { params });
    report(data, (colours) => classProgressLines(data, colours, context.now()));
    if (data.trainees.length === 0)
      hint(t`nobody is in it yet; trainees join with ${program} class join ${plain(data.join_code)}`);
  },
});
