import { listClasses } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { classListLines } from '../rendering/class-lines.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';
import { parseLimit } from '../values.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly limit: number;
  readonly cursor?: string;
}

export const declareClassList: Declare = (command, surroundings) => {
  command
    .option('--limit <n>', 'at most so many', parseLimit, 20)
    .option('--cursor <cursor>', 'go on where a list ended');
  takesConnection(command)
    .option('--json', "print the classes as the API's JSON")
    .action((options: Options) => list(surroundings, options));
};

async function list(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { limit, cursor } = options;
  const { data, nextCursor } = await connection.console().call(listClasses, { query: { limit, cursor } });
  report(surroundings, options, data, (colours) => classListLines(data, surroundings.now(), colours));
  const { program } = surroundings;
  if (data.length === 0)
    hint(surroundings, options, `no class here; ${program} class create TITLE makes one`);
  else if (nextCursor !== null) hint(surroundings, options, `there are more: --cursor ${nextCursor}`);
}
