import { listAgreements } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type PageOptions, reportPage, takesPage } from '../list-page.ts';
import { agreementListLines } from '../rendering/agreement-lines.ts';
import type { ReportOptions } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & PageOptions & ReportOptions;

export const declareAgreementList: Declare = (command, surroundings) => {
  takesConnection(takesPage(command))
    .option('--json', "print the agreements as the API's JSON")
    .action((options: Options) => list(surroundings, options));
};

async function list(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { limit, cursor } = options;
  const page = await connection.api().call(listAgreements, { query: { limit, cursor } });
  reportPage(
    surroundings,
    options,
    page,
    agreementListLines,
    'no agreement here; POST /api/v1/ext/agreements makes one',
  );
}
