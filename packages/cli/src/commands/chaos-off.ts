import { clearChaos } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { chaosLines } from '../rendering/chaos-lines.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareChaosOff: Declare = (command, surroundings) => {
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => off(surroundings, options));
};

async function off(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.api().call(clearChaos);
  report(surroundings, options, data, (colours) => chaosLines(data, colours));
}
