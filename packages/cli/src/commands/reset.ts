import { resetAccount } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareReset: Declare = (command, surroundings) => {
  command.addHelpText(
    'after',
    '\nIt asks nothing: sessions, trace, settings and progress of the account are gone.',
  );
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => reset(surroundings, options));
};

async function reset(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.api().call(resetAccount);
  report(surroundings, options, data, () => [`account ${data.account_id} is as new; its credentials stay`]);
}
