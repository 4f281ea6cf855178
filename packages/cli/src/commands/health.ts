import { getHealth } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareHealth: Declare = (command, surroundings) => {
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => health(surroundings, options));
};

async function health(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.open().call(getHealth);
  report(surroundings, options, data, (colours) => [
    `${colours.green(plain(data.status))}  ${connection.url}  version ${plain(data.version)}, up ${Math.floor(data.uptime_s)} s`,
  ]);
}
