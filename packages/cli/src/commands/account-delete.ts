import { deleteAccount } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type Connection, type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { EnvOption } from '../env-option.ts';
import { CommandError } from '../failures.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly password?: string;
}

export const declareAccountDelete: Declare = (command, surroundings) => {
  command.addOption(new EnvOption('--password <password>', 'password of the account', 'SIM_PASSWORD'));
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => remove(surroundings, options));
};

async function remove(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const body = { password: ownPassword(connection, options) };
  const { data } = await connection.console().call(deleteAccount, { body });
  report(surroundings, options, data, () => [
    `deleted ${plain(data.account_id)} with everything that it had; its name is free`,
  ]);
}

/** The password that was given, or the one that is known of the demo account. @throws CommandError when there is none. */
export function ownPassword({ account }: Connection, { password }: Pick<Options, 'password'>): string {
  const known = password ?? account?.password;
  if (known !== undefined) return known;
  throw new CommandError('usage', 'pass the password of the account with --password or SIM_PASSWORD');
}
