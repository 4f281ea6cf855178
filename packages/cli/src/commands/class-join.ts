import { joinClass } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareClassJoin: Declare = (command, surroundings) => {
  command.argument('<code>', 'join code that the trainer shows; case, blanks and hyphens do not matter');
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((code: string, options: Options) => join(surroundings, code, options));
};

async function join(surroundings: Surroundings, code: string, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.console().call(joinClass, { body: { class_code: code } });
  report(surroundings, options, data, (colours) => [`in the class ${colours.bold(plain(data.title))}`]);
  hint(surroundings, options, `${surroundings.program} progress`);
}
