import { listClasses } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type PageOptions, reportPage, takesPage } from '../list-page.ts';
import { classListLines } from '../rendering/class-lines.ts';
import type { ReportOptions } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & PageOptions & ReportOptions;

export const declareClassList: Declare = (command, surroundings) => {
  takesConnection(takesPage(command))
    .option('--json', "print the classes as the API's JSON")
    .action((options: Options) => list(surroundings, options));
};

async function list(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { limit, cursor } = options;
  const page = await connection.console().call(listClasses, { query: { limit, cursor } });
  const ifEmpty = `no class here; ${surroundings.program} class create TITLE makes one`;
  reportPage(surroundings, options, page, classListLines, ifEmpty);
}
