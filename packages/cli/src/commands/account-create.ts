import { registerConsoleAccount } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { EnvOption } from '../env-option.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { columns, plain } from '../rendering/text.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly password?: string;
  readonly classCode?: string;
}

export const declareAccountCreate: Declare = (command, surroundings) => {
  command
    .argument('<short-name>', '3 to 64 characters out of a-z A-Z 0-9 . _ @ -')
    .addOption(
      new EnvOption(
        '--password <password>',
        '8 to 200 characters (default: a random one, printed)',
        'SIM_PASSWORD',
      ),
    )
    .option('--class-code <code>', "join a trainer's class with it");
  takesConnection(command)
    .option('--json', "print the API's JSON, with a password that was made up")
    .action((shortName: string, options: Options) => create(surroundings, shortName, options));
};

async function create(surroundings: Surroundings, shortName: string, options: Options): Promise<void> {
  const connection = await connect(surroundings, options);
  const password = options.password ?? surroundings.randomPassword();
  const { classCode } = options;
  const body = { short_name: shortName, password, ...(classCode !== undefined && { class_code: classCode }) };
  const { data } = await connection.open().call(registerConsoleAccount, { body });
  const { key } = data;
  report(surroundings, options, options.password === undefined ? { ...data, password } : data, (colours) =>
    columns([
      [colours.dim('account_id'), plain(data.account_id)],
      [colours.dim('short_name'), plain(data.short_name)],
      ...(options.password === undefined ? [[colours.dim('password'), password]] : []),
      [colours.dim('token'), plain(key.token)],
      [colours.dim('console_token'), plain(data.console_token)],
      [colours.dim('webhook_secret'), plain(key.webhook_secret)],
    ]),
  );
  hint(surroundings, options, `export SIM_KEY=${key.token} SIM_CONSOLE_TOKEN=${data.console_token}`);
}
