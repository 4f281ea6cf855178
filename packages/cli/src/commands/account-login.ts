import { loginApi, loginConsole } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { EnvOption } from '../env-option.ts';
import { CommandError } from '../failures.ts';
import { type ReportOptions, report } from '../rendering/report.ts';
import { columns, plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly password?: string;
  readonly newPassword?: string;
  readonly console?: boolean;
}

export const declareAccountLogin: Declare = (command, surroundings) => {
  command
    .argument('<short-name>')
    .addOption(new EnvOption('--password <password>', 'password of the account', 'SIM_PASSWORD'))
    .addOption(
      new EnvOption(
        '--new-password <password>',
        'with a one-time password, and --console',
        'SIM_NEW_PASSWORD',
      ),
    )
    .option('--console', 'a new console token instead of an API token; the former one stops working');
  takesConnection(command)
    .option('--json', "print the API's JSON")
    .action((shortName: string, options: Options) => login(surroundings, shortName, options));
};

async function login(surroundings: Surroundings, shortName: string, options: Options): Promise<void> {
  const { password, newPassword } = options;
  if (password === undefined)
    throw new CommandError('usage', 'pass the password with --password or SIM_PASSWORD');
  const client = (await connect(surroundings, options)).open();
  const body = { short_name: shortName, password };
  const { data } = await (options.console
    ? client.call(loginConsole, {
        body: { ...body, ...(newPassword !== undefined && { new_password: newPassword }) },
      })
    : client.call(loginApi, { body }));
  report(surroundings, options, data, (colours) =>
    columns(Object.entries(data).map(([name, value]) => [colours.dim(name), plain(value)])),
  );
}
