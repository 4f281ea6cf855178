import { resetAccount } from '@svc-simulator/contract';
import { accountInWords, expectMeant, yesTakes } from '../../confirmation.ts';
import { plainCommand } from '../../plain-command.ts';

export const declare = plainCommand({
  takes: yesTakes,
  help: ({ t }) => t('cli.reset.help'),
  call: async ({ t, connection, given, context }) => {
    const question = t('cli.reset.everything_done_gone_sessions', {
      account: accountInWords(t, connection.account),
      url: connection.url,
    });
    await expectMeant(context, question, given);
    return connection.api().call(resetAccount);
  },
  lines: ({ account_id }, { t }) => [t('cli.reset.account_new_credentials_stay', { account_id })],
});
