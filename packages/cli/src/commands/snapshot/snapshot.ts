import { createClient } from '@svc-simulator/client';
import { loadSnapshot } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { jsonIn, snapshotTextIn } from '../../input/snapshot-text.ts';
import { type Call, plainCommand } from '../../plain-command.ts';
import { loadedLines } from '../../rendering/snapshot-lines.ts';
import { declareSnapshotDiff as diff } from './snapshot-diff.ts';
import { declareSnapshotSave as save } from './snapshot-save.ts';

const PATIENCE_MS = 120_000;

interface LoadOptions {
  readonly account?: string;
}

export const snapshotCommands = {
  save,
  diff,

  load: plainCommand({
    takes: (command) =>
      command
        .argument('<file>', 'what sim snapshot save wrote; - is standard input')
        .option('--account <name>', 'which one of several accounts in the file: its name or its id')
        .addHelpText(
          'after',
          t`\nIt asks nothing: what the account has is gone, and it becomes what the file holds, all or nothing. Its tokens, its\npassword and its webhook secret stay.`,
        ),
    call: async ({ connection, options, context }: Call<LoadOptions>, name) => {
      const body = jsonIn(await snapshotTextIn(context, name), name);
      const signal = context.deadline(PATIENCE_MS);
      const client = createClient({ ...connection.at, token: connection.key(), signal });
      // Its schema is the server's to check: it says what is wrong with the file, and where.
      return client.callUnchecked(loadSnapshot, { query: { account: options.account }, body });
    },
    lines: loadedLines,
  }),
};
