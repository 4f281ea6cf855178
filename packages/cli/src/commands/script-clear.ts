import { clearScript } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { scriptLines } from '../rendering/script-lines.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareScriptClear: Declare = (command, surroundings) => {
  command.addHelpText('after', '\nSessions that have an outcome of the script keep it.');
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => clear(surroundings, options));
};

async function clear(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.api().call(clearScript);
  report(surroundings, options, data, (colours) => scriptLines(data, colours));
}
