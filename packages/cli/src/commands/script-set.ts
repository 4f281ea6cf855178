import { setScript } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { scriptLines } from '../rendering/script-lines.ts';
import { readScript } from '../script-file.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareScriptSet: Declare = (command, surroundings) => {
  command.argument('<file>', 'rules as YAML or JSON; - reads standard input').addHelpText(
    'after',
    `
The script that is there is replaced, and every rule begins with its first outcome. For example:

  rules:
    - match: { identifier: order-* }
      outcomes:
        - { leg1: failed, user_message: Card declined }
        - { leg1: paid, leg2: accredited }
  ready: magic_amounts`,
  );
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((file: string, options: Options) => set(surroundings, file, options));
};

async function set(surroundings: Surroundings, file: string, options: Options): Promise<void> {
  const body = await readScript(surroundings, file);
  const connection = await connect(surroundings, options);
  const { data } = await connection.api().call(setScript, { body: body as never });
  report(surroundings, options, data, (colours) => scriptLines(data, colours));
}
