import { getProgress } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { columns, distance, plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareProgress: Declare = (command, surroundings) => {
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => progress(surroundings, options));
};

async function progress(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.console().call(getProgress);
  report(surroundings, options, data, (colours) => [
    `${data.completed} of ${data.total} practices done`,
    ...columns(
      data.practices.map(({ id, title, done, completed_at }) => [
        done ? colours.green('  ✓') : colours.dim('  ·'),
        plain(id),
        plain(title),
        completed_at === null ? '' : colours.dim(distance(Date.parse(completed_at), surroundings.now())),
      ]),
    ),
  ]);
}
