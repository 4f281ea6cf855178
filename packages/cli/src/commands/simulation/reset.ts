import { resetAccount } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { CliContext } from '../../cli-context.ts';
import type { Connection } from '../../connection/connection.ts';
import { refusal } from '../../failures.ts';
import { plainCommand } from '../../plain-command.ts';
import { plain } from '../../rendering/text.ts';

export const declare = plainCommand({
  takes: { '-y, --yes': 'ask nothing' },
  help: () =>
    t`\nSessions, trace, settings and progress of the account are gone. On a terminal it asks before, elsewhere it does not.`,
  call: async ({ connection, given, context }) => {
    const api = connection.api();
    if (given.yes || (await isMeant(context, connection))) return api.call(resetAccount);
    throw refusal(t`nothing was reset; --yes does it without asking`);
  },
  lines: ({ account_id }) => [t`account ${account_id} is as new; its credentials stay`],
});

/** Asks whoever sits at a terminal; a script has nobody to ask. */
async function isMeant(context: CliContext, { account, url }: Connection): Promise<boolean> {
  const { stderr } = context;
  const who = account ? t`the account ${plain(account.short_name)}` : t`the account of this credential`;
  const answer = await context.ask(
    t`Everything that ${who} has done at ${url} will be gone: sessions, trace, settings and progress. Reset it? [y/N] `,
  );
  if (answer === null) return true;
  if (/^\s*(y|yes|s|si|sí)\s*$/i.test(answer)) return true;
  if (answer === '') stderr.write('\n');
  return false;
}
