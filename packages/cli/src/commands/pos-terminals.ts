import { listTerminals } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { connect, takesConnection } from '../connection.ts';
import { type PageOptions, reportPage, takesPage } from '../list-page.ts';
import { logInMerchant, type MerchantOptions, takesMerchant } from '../pos/merchant-login.ts';
import type { ReportOptions } from '../rendering/report.ts';
import { columns, distance, plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = MerchantOptions & PageOptions & ReportOptions;

export const declarePosTerminals: Declare = (command, surroundings) => {
  takesConnection(takesMerchant(takesPage(command)))
    .option('--json', "print the terminals as the API's JSON")
    .action((options: Options) => list(surroundings, options));
};

async function list(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { id, headers } = await logInMerchant(connection, options);
  const { limit, cursor } = options;
  const request = { params: { merchantId: id }, query: { limit, cursor }, headers };
  const page = await connection.open().call(listTerminals, request);
  const ifEmpty = `no terminal here; ${surroundings.program} pos pair makes one`;
  reportPage(
    surroundings,
    options,
    page,
    (terminals, nowMs, colours) =>
      columns(
        terminals.map(({ serial, status, createdAt }) => [
          plain(serial, 64),
          status === 'LINKED' ? colours.green(status) : status,
          colours.dim(distance(Date.parse(createdAt), nowMs)),
        ]),
      ),
    ifEmpty,
  );
}
