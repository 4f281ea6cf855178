import { revokeToken } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareKeysRevoke: Declare = (command, surroundings) => {
  command.argument('<token-id>', 'as `keys list` shows it: tok_…');
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((tokenId: string, options: Options) => revoke(surroundings, tokenId, options));
};

async function revoke(surroundings: Surroundings, tokenId: string, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.console().call(revokeToken, { params: { token_id: tokenId } });
  report(surroundings, options, data, () => [`revoked ${plain(data.token_id)}; it opens nothing any more`]);
}
