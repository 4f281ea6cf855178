import { createClient, ProblemError } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { CALL_TIMEOUT_MS } from '../../connection/connection.ts';
import { refusal } from '../../failures.ts';
import { detectShell, formatAssignments, printable } from '../../rendering/text.ts';
import { fieldLines } from '../../rendering/view-lines.ts';
import {
  accountText,
  type ConnectedCall,
  confirm,
  requestCommand,
  yesParameters,
} from '../../request-command.ts';
import { agreementBody } from './agreement.ts';

const passwordEnv = { env: 'SIM_PASSWORD' } as const;
const newPasswordEnv = { env: 'SIM_NEW_PASSWORD' } as const;

export const accountCommands = {
  create: requestCommand({
    parameters: {
      '<short-name>': 'cli.account.create.short_name',
      // SIM_PASSWORD is not used, because `sim env` sets it to the password of another account.
      '--password <password>': 'cli.account.create.password',
      '--class-code <code>': 'cli.account.create.class_code',
      '--no-agreement': 'cli.account.create.no_agreement',
    },
    call: async ({ connection, values, context }) => {
      const { shortName: short_name, password, classCode } = values;
      const generatedPassword = password === undefined ? { password: context.randomPassword() } : {};
      const body = {
        short_name,
        password: password ?? '',
        ...generatedPassword,
        ...(classCode !== undefined && { class_code: classCode }),
      };
      const { data } = await connection.call(api.registerConsoleAccount, { body });
      const { account_id, console_token, key } = data;
      const wantsAgreement = values.agreement && classCode === undefined;
      const agreement =
        wantsAgreement && (await createFirstAgreement({ context, connection }, short_name, key.token));
      // Copies the key's members to the top level, so that they have the same names as in the output of other
      // commands.
      const { token, webhook_secret } = key;
      const account = { account_id, short_name: data.short_name, ...generatedPassword, token };
      return { data: { ...account, console_token, webhook_secret, ...agreement, key } };
    },
    lines: ({ key: _, ...account }, style) => fieldLines('account', account, style),
    next: ({ token, console_token }, call) => formatNextVariables({ token, console_token }, call),
  }),

  login: requestCommand({
    parameters: {
      '<short-name>': 'field.short_name',
      '--password <password>': { text: 'cli.account.login.password', ...passwordEnv },
      '--new-password <password>': { text: 'cli.account.login.new_password', ...newPasswordEnv },
      '--console': 'cli.account.login.console',
    },
    call: async ({ t, connection, values }): Promise<{ data: object }> => {
      const { shortName: short_name, newPassword: new_password, console } = values;
      const password = await connection.readPassword(values, short_name);
      if (new_password === undefined)
        return connection
          .call(console ? api.loginConsole : api.loginApi, { body: { short_name, password } })
          .catch((error) => explainLoginRefusal(t, error));
      // A one-time password requires a new password, which only the console's login accepts.
      const login = await connection.call(api.loginConsole, { body: { short_name, password, new_password } });
      return console
        ? login
        : connection.call(api.loginApi, { body: { short_name, password: new_password } });
    },
    lines: (data, style) => fieldLines('account', data, style),
    next: formatNextVariables,
  }),

  password: requestCommand({
    parameters: {
      '--password <password>': { text: 'cli.account.password.password', ...passwordEnv },
      '--new-password <password>': {
        text: 'cli.account.password.new_password',
        ...newPasswordEnv,
        required: true,
      },
      '--keep-others': 'field.keep_others',
    },
    call: async ({ connection, values }) => {
      const { newPassword: new_password, keepOthers: keep_others = false } = values;
      const body = { current_password: await connection.readPassword(values), new_password, keep_others };
      return connection.call(api.changePassword, { body });
    },
    lines: (_data, style, _nowMs, { values: { keepOthers } }) => [
      keepOthers
        ? style.t('cli.account.password.changed')
        : style.t('cli.account.password.changed_and_revoked'),
    ],
    next: (_data, { t, context: { program } }) => t('cli.account.password.env_files_are_old', { program }),
  }),

  merchant: requestCommand({
    parameters: {
      '<email>': 'field.email',
      '--name <text>': 'cli.account.merchant.name',
      '--tax-id <text>': { text: 'field.taxId', fallback: 'J-00000000-0' },
      '--password <password>': { text: 'cli.account.merchant.password', ...passwordEnv },
    },
    call: async ({ connection, values }) => {
      const { email, name: legalName = email, taxId } = values;
      const password = await connection.readPassword(values);
      const client = await connection.logIn({ password });
      return client.call(api.createConsoleMerchant, { body: { legalName, taxId, email, password } });
    },
    lines: ({ id: merchant_id, legalName, status }, style) =>
      fieldLines('account', { merchant_id, legalName, status }, style),
    next: (_merchant, { context: { program } }) => `${program} pos pair`,
  }),

  delete: requestCommand({
    parameters: {
      '--password <password>': { text: 'cli.account.delete.password', ...passwordEnv },
      ...yesParameters,
    },
    call: async ({ t, connection, values, context }) => {
      const question = t('cli.account.delete.confirm', {
        account: accountText(t, connection.account),
        url: connection.url,
      });
      await confirm(context, question, values);
      const body = { password: await connection.readPassword(values) };
      return connection.call(api.deleteAccount, { body });
    },
    lines: ({ account_id }, { t }) => [
      t('cli.account.delete.deleted', { account_id: printable(account_id) }),
    ],
    next: (_account, { context: { program } }) => `${program} account create NAME`,
  }),
};

/**
 * Explains that a one-time password requires a new one.
 * @throws CommandError
 */
function explainLoginRefusal(t: Texts, error: unknown): never {
  if (error instanceof ProblemError && error.errors.some(({ pointer }) => pointer === '/new_password'))
    throw refusal(t('cli.account.login.one_time'));
  throw error;
}

/**
 * Returns shell assignments that the next commands need: the credentials, and the URL if it was given to this
 * command.
 */
function formatNextVariables(
  { token, console_token }: { readonly token?: string; readonly console_token?: string },
  { context, connection, values }: Pick<ConnectedCall, 'context' | 'connection' | 'values'>,
): string {
  const url = values.mock === undefined ? undefined : connection.url;
  const variables = api.withoutUndefined({
    SIM_URL: url,
    SIM_TOKEN: token,
    SIM_CONSOLE_TOKEN: console_token,
  });
  return formatAssignments(detectShell(context.env), variables);
}

async function createFirstAgreement(
  { context, connection }: Pick<ConnectedCall, 'context' | 'connection'>,
  title: string,
  token: string,
): Promise<{ readonly agreement_id: string }> {
  const signal = context.deadline(CALL_TIMEOUT_MS);
  const client = createClient({ ...connection.clientOptions, token, signal });
  const { data } = await client.callUnchecked(api.createAgreement, { body: agreementBody(title) });
  return { agreement_id: data.agreement_id };
}

export const resetCommand = requestCommand({
  parameters: yesParameters,
  call: async ({ t, connection, values, context }) => {
    const question = t('cli.reset.confirm', {
      account: accountText(t, connection.account),
      url: connection.url,
    });
    await confirm(context, question, values);
    return connection.call(api.resetAccount);
  },
  lines: ({ account_id }, { t }) => [t('cli.reset.done', { account_id })],
});
