import { createClient } from '@svc-simulator/client';
import { loadSnapshot } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { loadedLines } from '../rendering/snapshot-lines.ts';
import { jsonIn, snapshotTextIn } from '../snapshot-text.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly account?: string;
}

const PATIENCE_MS = 120_000;

export const declareSnapshotLoad: Declare = (command, surroundings) => {
  command
    .argument('<file>', 'what sim snapshot save wrote; - is standard input')
    .option('--account <name>', 'which one of several accounts in the file: its name or its id');
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .addHelpText(
      'after',
      '\nIt asks nothing: what the account has is gone, and it becomes what the file holds, all or nothing. Its tokens, its\npassword and its webhook secret stay.',
    )
    .action((file: string, options: Options) => load(surroundings, file, options));
};

async function load(surroundings: Surroundings, name: string, options: Options): Promise<void> {
  const body = jsonIn(await snapshotTextIn(surroundings, name), name);
  const connection = await connect(surroundings, options);
  const client = createClient({
    ...connection.at,
    token: connection.key(),
    signal: surroundings.deadline(PATIENCE_MS),
  });
  // Its schema is the server's to check: it says what is wrong with the file, and where.
  const request = { query: { account: options.account }, body } as object;
  const { data } = await client.call(loadSnapshot, request);
  report(surroundings, options, data, () => loadedLines(data));
}
