import { resolve } from 'node:path';
import { getWebhookSecret, listAgreements } from '@svc-simulator/contract';
import { noProxyWith, proxyOf } from '@svc-simulator/machine/proxies.ts';
import { accountEnvironment } from '@svc-simulator/simulator';
import type { CliContext } from '../cli-context.ts';
import type { Connection } from '../connection/connection.ts';
import { DotenvFile } from '../connection/dotenv-file.ts';
import { runCommand } from '../plain-command.ts';
import { shellNames, shells } from '../rendering/shells.ts';

type Environment = Readonly<Record<string, string>>;

export const declare = runCommand({
  takes: {
    '--shell <shell>': { text: 'cli.env.shell', choices: shellNames, fallback: 'sh' },
    '--dotenv <file>': 'cli.env.dotenv',
  },
  help: ({ t, program }) => t('cli.env.help', { program }),
  run: async ({ t, given: { shell, dotenv }, context, connect, report, hint }) => {
    const connection = await connect();
    const file = dotenv === undefined ? null : await DotenvFile.open(t, resolve(context.directory, dotenv));
    const environment = {
      ...(await environmentOf(connection)),
      ...besideProxies(new URL(connection.url), context, file),
      ...besideAuthorities(connection, context),
    };
    if (file === null) {
      const lineOf = shells[shell];
      return report(environment, () =>
        Object.entries(environment).map(([name, value]) => lineOf(name, value)),
      );
    }
    await file.write(environment);
    report(environment, () => [
      t('cli.env.variables_written', { length: Object.keys(environment).length, dotenv: dotenv ?? '' }),
    ]);
    hint(t('cli.env.keep_out_version_control'));
  },
});

/** Of an account that the run file does not know: what its token tells. */
async function environmentOf(connection: Connection): Promise<Environment> {
  const { url, account } = connection;
  if (account) return accountEnvironment(url, account);
  const token = connection.key();
  const [secret, agreements] = await Promise.all([
    connection.console().call(getWebhookSecret),
    connection.api().call(listAgreements, { query: { limit: 1 } }),
  ]);
  const agreement = agreements.data[0]?.agreement_id;
  return {
    SIM_URL: url,
    SIM_TOKEN: token,
    SIM_WEBHOOK_SECRET: secret.data.webhook_secret,
    ...(agreement !== undefined && { SIM_AGREEMENT_ID: agreement }),
  };
}

/** So that programs trust a simulator that serves https; whoever names authorities of his own adds this one to them. */
function besideAuthorities({ trusted }: Connection, { env }: CliContext): Environment {
  if (trusted === null) return {};
  const names = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'].filter((name) => !env[name]);
  return Object.fromEntries([...names, 'SIM_CA_FILE'].map((name) => [name, trusted.file]));
}

/** So that programs don't ask a proxy for the simulator, where the command itself does not (contract section 11, Proxies). */
function besideProxies(url: URL, { env }: CliContext, file: DotenvFile | null): Environment {
  if (proxyOf(url, env) !== null) return {};
  const [lower, upper] = [file?.valueOf('no_proxy'), file?.valueOf('NO_PROXY')];
  const isInFile = lower !== undefined || upper !== undefined;
  return noProxyWith(url, isInFile ? { no_proxy: lower, NO_PROXY: upper } : env);
}
