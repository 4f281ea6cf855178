import { createClient } from '@svc-simulator/client';
import {
  changePassword,
  createAgreement,
  deleteAccount,
  loginApi,
  loginConsole,
  registerConsoleAccount,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { ANSWER_WITHIN_MS, type Connection } from '../../connection/connection.ts';
import { EnvOption } from '../../connection/env-option.ts';
import { CommandError } from '../../failures.ts';
import { type Call, plainCommand } from '../../plain-command.ts';
import { columns, fieldLines, plain } from '../../rendering/text.ts';
import { agreementBody } from './agreement.ts';

interface PasswordOptions {
  readonly password?: string;
  readonly newPassword?: string;
}

interface CreateOptions extends PasswordOptions {
  readonly classCode?: string;
  readonly agreement: boolean;
}

interface LoginOptions extends PasswordOptions {
  readonly console?: boolean;
}

const passwordOption = (description: string) =>
  new EnvOption('--password <password>', description, 'SIM_PASSWORD');
const newPasswordOption = (description: string) =>
  new EnvOption('--new-password <password>', description, 'SIM_NEW_PASSWORD');

export const accountCommands = {
  create: plainCommand({
    takes: (command) =>
      command
        .argument('<short-name>', '3 to 64 characters out of a-z A-Z 0-9 . _ @ -')
        .addOption(passwordOption('8 to 200 characters (default: a random one, printed)'))
        .option('--class-code <code>', "join a trainer's class with it")
        .option('--no-agreement', 'make no agreement with it; a trainee makes one as a practice'),
    call: async ({ connection, options, context }: Call<CreateOptions>, short_name) => {
      const { password, classCode } = options;
      const made = password === undefined ? { password: context.randomPassword() } : {};
      const body = {
        short_name,
        password: password ?? '',
        ...made,
        ...(classCode !== undefined && { class_code: classCode }),
      };
      const { data } = await connection.open().call(registerConsoleAccount, { body });
      const isWanted = options.agreement && classCode === undefined;
      const agreement =
        isWanted && (await firstAgreement({ context, connection }, short_name, data.key.token));
      return { data: { ...data, ...made, ...agreement } };
    },
    lines: ({ account_id, short_name, password, key, console_token, agreement_id }, colours) =>
      columns([
        [colours.dim('account_id'), plain(account_id)],
        [colours.dim('short_name'), plain(short_name)],
        ...(password === undefined ? [] : [[colours.dim('password'), password]]),
        [colours.dim('token'), plain(key.token)],
        [colours.dim('console_token'), plain(console_token)],
        [colours.dim('webhook_secret'), plain(key.webhook_secret)],
        ...(agreement_id === undefined ? [] : [[colours.dim('agreement_id'), plain(agreement_id)]]),
      ]),
    next: ({ key, console_token }) => `export SIM_TOKEN=${key.token} SIM_CONSOLE_TOKEN=${console_token}`,
  }),

  login: plainCommand({
    takes: (command) =>
      command
        .argument('<short-name>', 'short name of the account')
        .addOption(passwordOption('password of the account'))
        .addOption(newPasswordOption('with a one-time password, and --console'))
        .option('--console', 'a new console token instead of an API token; the former one stops working'),
    call: ({ connection, options }: Call<LoginOptions>, short_name): Promise<{ data: object }> => {
      const { password, newPassword, console } = options;
      if (password === undefined)
        throw new CommandError('usage', t`pass the password with --password or SIM_PASSWORD`);
      const body = { short_name, password };
      const renewed = newPassword === undefined ? {} : { new_password: newPassword };
      const client = connection.open();
      return console
        ? client.call(loginConsole, { body: { ...body, ...renewed } })
        : client.call(loginApi, { body });
    },
    lines: (data, colours) => fieldLines(data, colours.dim),
  }),

  password: plainCommand({
    takes: (command) =>
      command
        .addOption(passwordOption('the password that it has now'))
        .addOption(newPasswordOption('the one that it is to have').makeOptionMandatory()),
    call: ({ connection, options }: Call<PasswordOptions>) => {
      const { newPassword = '' } = options;
      const body = { current_password: ownPassword(connection, options), new_password: newPassword };
      return connection.console().call(changePassword, { body });
    },
    lines: () => [t`password changed; browsers have to log in again, tokens go on working`],
  }),

  delete: plainCommand({
    takes: (command) => command.addOption(passwordOption('password of the account')),
    call: ({ connection, options }: Call<PasswordOptions>) =>
      connection.console().call(deleteAccount, { body: { password: ownPassword(connection, options) } }),
    lines: ({ account_id }) => [
      t`deleted ${plain(account_id)} with everything that it had; its name is free`,
    ],
  }),
};

/** An agreement of a new account, so that sessions can be made at once. */
async function firstAgreement(
  { context, connection }: Pick<Call<object>, 'context' | 'connection'>,
  title: string,
  token: string,
): Promise<{ readonly agreement_id: string }> {
  const signal = context.deadline(ANSWER_WITHIN_MS);
  const client = createClient({ ...connection.at, token, signal });
  const { data } = await client.callUnchecked(createAgreement, { body: agreementBody(title) });
  return { agreement_id: data.agreement_id };
}

/** The password that was given, or the one that is known of the demo account. @throws CommandError when there is none. */
function ownPassword({ account }: Connection, { password }: PasswordOptions): string {
  const known = password ?? account?.password;
  if (known !== undefined) return known;
  throw new CommandError('usage', t`pass the password of the account with --password or SIM_PASSWORD`);
}
