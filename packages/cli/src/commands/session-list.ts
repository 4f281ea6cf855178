import { listSessions, sessionOrigins, sessionStatuses } from '@svc-simulator/contract';
import { Option } from 'commander';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type PageOptions, reportPage, takesPage } from '../list-page.ts';
import type { ReportOptions } from '../rendering/report.ts';
import { sessionListLines } from '../rendering/session-lines.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, PageOptions, ReportOptions {
  readonly status?: (typeof sessionStatuses)[number];
  readonly origin?: (typeof sessionOrigins)[number];
}

export const declareSessionList: Declare = (command, surroundings) => {
  command
    .addOption(new Option('--status <status>', 'only those').choices(sessionStatuses))
    .addOption(new Option('--origin <origin>', 'only those').choices(sessionOrigins));
  takesConnection(takesPage(command))
    .option('--json', "print the sessions as the API's JSON")
    .action((options: Options) => list(surroundings, options));
};

async function list(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const { status, origin, limit, cursor } = options;
  const query = { status, origin, limit, cursor };
  const page = await connection.console().call(listSessions, { query });
  const ifEmpty = `no session here; ${surroundings.program} session create makes one`;
  reportPage(surroundings, options, page, sessionListLines, ifEmpty);
}
