import { resetAccount } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  takesConnection,
} from '../../connection/connection.ts';
import { CommandError } from '../../failures.ts';
import { type ReportOptions, report } from '../../rendering/report.ts';
import { plain } from '../../rendering/text.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly yes?: boolean;
}

export const declareReset: Declare = (command, context) => {
  command
    .option('-y, --yes', 'ask nothing')
    .addHelpText(
      'after',
      t`\nSessions, trace, settings and progress of the account are gone. On a terminal it asks before, elsewhere it does not.`,
    );
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => reset(context, options));
};

async function reset(context: CliContext, options: Options): Promise<void> {
  const connection = await connect(context, options);
  const api = connection.api();
  if (!options.yes && !(await isMeant(context, connection))) {
    throw new CommandError('refused', t`nothing was reset; --yes does it without asking`);
  }
  const { data } = await api.call(resetAccount);
  report(context, options, data, () => [t`account ${data.account_id} is as new; its credentials stay`]);
}

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
