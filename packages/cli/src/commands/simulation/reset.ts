import { resetAccount } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { accountInWords, expectMeant, yesTakes } from '../../confirmation.ts';
import { plainCommand } from '../../plain-command.ts';

export const declare = plainCommand({
  takes: yesTakes,
  help: () =>
    t`\nSessions, trace, settings and progress of the account are gone. On a terminal it asks before, elsewhere it does not.`,
  call: async ({ connection, given, context }) => {
    const question = t`Everything that ${accountInWords(connection.account)} has done at ${connection.url} will be gone: sessions, trace, settings and progress. Reset it?`;
    await expectMeant(context, question, { ...given, isTestData: true });
    return connection.api().call(resetAccount);
  },
  lines: ({ account_id }) => [t`account ${account_id} is as new; its credentials stay`],
});
