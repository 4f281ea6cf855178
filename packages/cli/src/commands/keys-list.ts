import { listTokens } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type PageOptions, reportPage, takesPage } from '../list-page.ts';
import type { ReportOptions } from '../rendering/report.ts';
import { columns, distance, plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & PageOptions & ReportOptions;

export const declareKeysList: Declare = (command, surroundings) => {
  takesConnection(takesPage(command))
    .option('--json', "print the tokens as the API's JSON")
    .action((options: Options) => list(surroundings, options));
};

async function list(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { limit, cursor } = options;
  const page = await connection.console().call(listTokens, { query: { limit, cursor } });
  reportPage(
    surroundings,
    options,
    page,
    (tokens, nowMs, colours) =>
      columns(
        tokens.map(({ token_id, kind, token_hint, created_at, last_used_at }) => [
          plain(token_id),
          kind,
          plain(token_hint),
          colours.dim(`made ${distance(Date.parse(created_at), nowMs)}`),
          colours.dim(`used ${distance(Date.parse(last_used_at), nowMs)}`),
        ]),
      ),
    `no token here; ${surroundings.program} account login NAME makes one`,
  );
}
