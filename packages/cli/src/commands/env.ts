import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { getWebhookSecret, listAgreements, namesOf } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { accountEnvironment } from '@svc-simulator/simulator';
import type { Connection } from '../connection/connection.ts';
import { refusing } from '../failures.ts';
import { runCommand } from '../plain-command.ts';

type Environment = Readonly<Record<string, string>>;

const shells = {
  sh: (name: string, value: string) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  fish: (name: string, value: string) => `set -gx ${name} '${value.replace(/[\\']/g, '\\$&')}'`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
} as const;

export const declare = runCommand({
  takes: {
    '--shell <shell>': { text: 'in the words of this shell', choices: namesOf(shells), fallback: 'sh' },
    '--dotenv <file>': 'put them into this file instead, beside what else it has',
  },
  json: 'as a JSON object',
  help: ({ program }) => t`\nIn a terminal: eval "$(${program} env)"`,
  run: async ({ given: { shell, dotenv }, context, connect, report, hint }) => {
    const environment = await environmentOf(await connect());
    if (dotenv === undefined) {
      const lineOf = shells[shell];
      return report(environment, () =>
        Object.entries(environment).map(([name, value]) => lineOf(name, value)),
      );
    }
    await writeDotenv(resolve(context.directory, dotenv), environment);
    report(environment, () => [t`${Object.keys(environment).length} variables written to ${dotenv}`]);
    hint(t`keep it out of version control: it holds credentials`);
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

/** Replaces the variables that stand in the file, and adds the others at its end. Readable by its owner only. */
async function writeDotenv(file: string, environment: Environment): Promise<void> {
  const unwritable = refusing((code) => t`${file} cannot be written (${code})`, 'usage');
  const former = await readFile(file, 'utf8').catch((error: unknown) =>
    errorCode(error) === 'ENOENT' ? '' : unwritable(error),
  );
  const kept = former
    .split('\n')
    .filter((line) => !Object.hasOwn(environment, /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? ''))
    .join('\n')
    .trimEnd();
  const own = Object.entries(environment).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const text = `${[...(kept === '' ? [] : [kept]), ...own].join('\n')}\n`;
  await writeFile(file, text, { mode: 0o600 }).catch(unwritable);
}
