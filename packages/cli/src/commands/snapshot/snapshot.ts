import { loadSnapshot } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { accountInWords, expectMeant, yesTakes } from '../../confirmation.ts';
import { patientClient } from '../../connection/snapshot-calls.ts';
import { jsonIn, snapshotTextIn } from '../../input/snapshot-text.ts';
import { plainCommand } from '../../plain-command.ts';
import { loadedLines } from '../../rendering/snapshot-lines.ts';
import { plain } from '../../rendering/text.ts';
import { declare as save } from './snapshot-save.ts';

export const snapshotCommands = {
  save,

  load: plainCommand({
    takes: {
      '<file>': 'what sim snapshot save wrote; - is standard input',
      '--account <name>': 'which one of several accounts in the file: its name or its id',
      ...yesTakes,
    },
    help: () =>
      t`\nWhat the account has is gone, and it becomes what the file holds, all or nothing; its tokens, its password and its\nwebhook secret stay. On a terminal it asks before, elsewhere it does not.`,
    call: async ({ connection, given, context }) => {
      const { file: name, account } = given;
      const body = jsonIn(await snapshotTextIn(context, name), name);
      const question = t`Everything that ${accountInWords(connection.account)} has at ${connection.url} will be gone, and it becomes what ${plain(name)} holds. Load it?`;
      await expectMeant(context, question, { ...given, isTestData: true });
      const client = patientClient(context, connection, connection.key());
      // Its schema is the server's to check: it says what is wrong with the file, and where.
      return client.callUnchecked(loadSnapshot, { query: { account }, body });
    },
    lines: loadedLines,
  }),
};
