import { leaveClass } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareClassLeave: Declare = (command, surroundings) => {
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => leave(surroundings, options));
};

async function leave(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.console().call(leaveClass);
  report(surroundings, options, data, () => [`left ${plain(data.class_id)}; your progress stays`]);
}
