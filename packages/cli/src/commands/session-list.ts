import { listSessions, sessionOrigins, sessionStatuses } from '@svc-simulator/contract';
import { Option } from 'commander';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { sessionListLines } from '../rendering/session-lines.ts';
import type { Surroundings } from '../surroundings.ts';
import { parseLimit } from '../values.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly status?: (typeof sessionStatuses)[number];
  readonly origin?: (typeof sessionOrigins)[number];
  readonly limit: number;
  readonly cursor?: string;
}

export const declareSessionList: Declare = (command, surroundings) => {
  command
    .addOption(new Option('--status <status>', 'only those').choices(sessionStatuses))
    .addOption(new Option('--origin <origin>', 'only those').choices(sessionOrigins))
    .option('--limit <n>', 'at most so many', parseLimit, 20)
    .option('--cursor <cursor>', 'go on where a list ended');
  takesConnection(command)
    .option('--json', "print the sessions as the API's JSON")
    .action((options: Options) => list(surroundings, options));
};

async function list(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { status, origin, limit, cursor } = options;
  const query = { status, origin, limit, cursor };
  const { data, nextCursor } = await connection.console().call(listSessions, { query });
  report(surroundings, options, data, (colours) => sessionListLines(data, surroundings.now(), colours));
  const { program } = surroundings;
  if (data.length === 0) hint(surroundings, options, `no session here; ${program} session create makes one`);
  else if (nextCursor !== null) hint(surroundings, options, `there are more: --cursor ${nextCursor}`);
}
