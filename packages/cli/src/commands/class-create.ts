import { createClass } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { classLines } from '../rendering/class-lines.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareClassCreate: Declare = (command, surroundings) => {
  command.argument('<title>', 'what the class is called');
  takesConnection(command)
    .option('--json', "print the class as the API's JSON")
    .action((title: string, options: Options) => create(surroundings, title, options));
};

async function create(surroundings: Surroundings, title: string, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.console().call(createClass, { body: { title } });
  report(surroundings, options, data, (colours) => classLines(data, colours));
  const { program } = surroundings;
  hint(
    surroundings,
    options,
    `trainees join with ${program} class join ${data.join_code}, or ${program} account create NAME --class-code ${data.join_code}`,
  );
}
