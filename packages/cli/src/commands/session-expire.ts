import { expireSession } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { sessionLines } from '../rendering/session-lines.ts';
import type { Surroundings } from '../surroundings.ts';

type Options = ConnectionOptions & ReportOptions;

export const declareSessionExpire: Declare = (command, surroundings) => {
  command.argument('<session>', 'id of the session');
  takesConnection(command)
    .option('--json', "print the status as the API's JSON")
    .action((session: string, options: Options) => expire(surroundings, session, options));
};

async function expire(surroundings: Surroundings, session: string, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { data } = await connection.api().call(expireSession, { params: { session_id: session } });
  report(surroundings, options, data, (colours) => sessionLines(data, surroundings.now(), colours));
}
