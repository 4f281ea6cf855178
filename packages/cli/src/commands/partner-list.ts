import { listPartners } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type PageOptions, reportPage, takesPage } from '../list-page.ts';
import { partnerListLines } from '../rendering/agreement-lines.ts';
import type { ReportOptions } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & PageOptions & ReportOptions;

export const declarePartnerList: Declare = (command, surroundings) => {
  takesConnection(takesPage(command))
    .option('--json', "print the partners as the API's JSON")
    .action((options: Options) => list(surroundings, options));
};

async function list(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { limit, cursor } = options;
  const page = await connection.api().call(listPartners, { query: { limit, cursor } });
  reportPage(
    surroundings,
    options,
    page,
    partnerListLines,
    'no partner here; POST /api/v1/ext/partners makes one',
  );
}
