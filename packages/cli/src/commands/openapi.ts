import { getOpenApi } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareOpenApi: Declare = (command, surroundings) => {
  takesConnection(command)
    .option('--json', 'on one line')
    .action((options: Options) => openApi(surroundings, options));
};

async function openApi(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.open().call(getOpenApi);
  report(surroundings, options, data, () => [JSON.stringify(data, null, 2)]);
}
