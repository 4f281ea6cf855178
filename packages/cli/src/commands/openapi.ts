import { getOpenApi } from '@svc-simulator/contract';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection/connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareOpenApi: Declare = (command, context) => {
  takesConnection(command)
    .option('--json', 'on one line')
    .action((options: Options) => openApi(context, options));
};

async function openApi(context: CliContext, options: Options): Promise<void> {
  const connection = await connect(context, options);
  const { data } = await connection.open().call(getOpenApi);
  report(context, options, data, () => [JSON.stringify(data, null, 2)]);
}
