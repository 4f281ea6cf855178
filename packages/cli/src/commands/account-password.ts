import { changePassword } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { EnvOption } from '../env-option.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import type { Surroundings } from '../surroundings.ts';
import { ownPassword } from './account-delete.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly password?: string;
  readonly newPassword?: string;
}

export const declareAccountPassword: Declare = (command, surroundings) => {
  command
    .addOption(new EnvOption('--password <password>', 'the password that it has now', 'SIM_PASSWORD'))
    .addOption(
      new EnvOption(
        '--new-password <password>',
        'the one that it is to have',
        'SIM_NEW_PASSWORD',
      ).makeOptionMandatory(),
    );
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((options: Options) => change(surroundings, options));
};

async function change(surroundings: Surroundings, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const body = {
    current_password: ownPassword(connection, options),
    new_password: options.newPassword ?? '',
  };
  const { data } = await connection.console().call(changePassword, { body });
  report(surroundings, options, data, () => [
    'password changed; browsers have to log in again, tokens go on working',
  ]);
}
