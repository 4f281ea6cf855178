import { chmod, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { getWebhookSecret, listAgreements } from '@svc-simulator/contract';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { addToNoProxy, selectProxy } from '@svc-simulator/machine/proxies.ts';
import { accountEnvironment } from '@svc-simulator/simulator';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import type { Connection } from '../connection/connection.ts';
import { toCommandError } from '../failures.ts';
import { shellAssignments, shellNames } from '../rendering/text.ts';
import { runCommand } from '../request-command.ts';

type SimVariables = Readonly<Record<string, string>>;

export const env = runCommand({
  parameters: {
    '--shell <shell>': { text: 'cli.env.shell', choices: shellNames, fallback: 'sh' },
    '--dotenv <file>': 'cli.env.dotenv',
  },
  run: async ({ t, values: { shell, dotenv }, context, connect, report, hint }) => {
    const connection = await connect();
    const file = dotenv === undefined ? null : await DotenvFile.open(t, resolve(context.directory, dotenv));
    const environment = {
      ...(await fetchEnvironment(connection)),
      ...proxyVariables(new URL(connection.url), context, file),
      ...authorityVariables(connection, context),
    };
    if (file === null) {
      const formatLine = shellAssignments[shell];
      return report(environment, () =>
        Object.entries(environment).map(([name, value]) => formatLine(name, value)),
      );
    }
    await file.write(environment);
    report(environment, () => [
      t('cli.env.variables_written', { length: Object.keys(environment).length, dotenv: dotenv ?? '' }),
    ]);
    hint(t('cli.env.not_for_git'));
  },
});

async function fetchEnvironment(connection: Connection): Promise<SimVariables> {
  const { url, account } = connection;
  if (account) return accountEnvironment(url, account);
  const token = connection.key();
  const [secret, agreements] = await Promise.all([
    connection.call(getWebhookSecret),
    connection.call(listAgreements, { query: { limit: 1 } }),
  ]);
  const agreement = agreements.data[0]?.agreement_id;
  return {
    SIM_URL: url,
    SIM_TOKEN: token,
    SIM_WEBHOOK_SECRET: secret.data.webhook_secret,
    ...(agreement !== undefined && { SIM_AGREEMENT_ID: agreement }),
  };
}

/**
 * Returns variables that make programs trust a simulator with https. Leaves out variables that the user has
 * already set.
 */
function authorityVariables({ trusted }: Connection, { env }: CliContext): SimVariables {
  if (trusted === null) return {};
  const names = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'].filter((name) => !env[name]);
  return Object.fromEntries([...names, 'SIM_CA_FILE'].map((name) => [name, trusted.file]));
}

/**
 * Returns the variables with which other programs reach the simulator without a proxy. Empty if this command
 * uses a proxy itself (contract section 11, Proxies).
 */
function proxyVariables(url: URL, { env }: CliContext, file: DotenvFile | null): SimVariables {
  if (selectProxy(url, env) !== null) return {};
  const [lower, upper] = [file?.get('no_proxy'), file?.get('NO_PROXY')];
  const isInFile = lower !== undefined || upper !== undefined;
  return addToNoProxy(url, isInFile ? { no_proxy: lower, NO_PROXY: upper } : env);
}

/**
 * Matches a variable with its value and line end, as dotenv does; quoted values may span lines. The file is
 * decoded as Latin-1, so that invalid UTF-8 stays intact.
 */
const ENTRY =
  /^(?:\xef\xbb\xbf)?[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*(?:('(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`)(?=[^\S\n]*(?:#[^\n]*)?(?:\n|$)))?([^\n]*)(?:\n|$)/gm;

export class DotenvFile {
  readonly #t: Texts;
  readonly #path: string;
  readonly #bytes: string;

  private constructor(t: Texts, path: string, bytes: string) {
    this.#t = t;
    this.#path = path;
    this.#bytes = bytes;
  }

  static async open(t: Texts, path: string): Promise<DotenvFile> {
    const bytes = await readFile(path, 'latin1').catch((error: unknown) =>
      errorCode(error) === 'ENOENT' ? '' : toWriteError(t, path)(error),
    );
    return new DotenvFile(t, path, bytes);
  }

  get(name: string): string | undefined {
    const entry = [...this.#bytes.matchAll(ENTRY)].findLast(([, variable]) => variable === name);
    if (!entry) return undefined;
    const [, , quoted, unquoted = ''] = entry;
    return Buffer.from(quoted?.slice(1, -1) ?? unquoted.trim(), 'latin1').toString();
  }

  /**
   * Replaces existing variables, appends the others, and makes the file readable only by its owner.
   * @throws CommandError
   */
  async write(environment: Readonly<Record<string, string>>): Promise<void> {
    const rest = this.#bytes.replace(ENTRY, (entry, name) => (Object.hasOwn(environment, name) ? '' : entry));
    const existingText = rest === '' || rest.endsWith('\n') ? rest : `${rest}\n`;
    const newLines = Object.entries(environment).map(([name, value]) => `${name}=${quoteValue(value)}\n`);
    const bytes = Buffer.concat([Buffer.from(existingText, 'latin1'), Buffer.from(newLines.join(''))]);
    await this.#restrictAccess();
    await writeFile(this.#path, bytes, { mode: 0o600 }).catch(toWriteError(this.#t, this.#path));
  }

  async #restrictAccess(): Promise<void> {
    await chmod(this.#path, 0o600).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') toWriteError(this.#t, this.#path)(error);
    });
  }
}

function toWriteError(t: Texts, path: string) {
  return toCommandError(t, (code) => t('machine.cannot_write', { name: path, code }), 'usage');
}

/** Quotes a value only if necessary, because `docker run --env-file` treats quotes as part of the value. */
function quoteValue(value: string): string {
  if (/^[\w.,:/@%+=*-]*$/.test(value)) return value;
  const quote = ["'", '"', '`'].find((candidate) => !value.includes(candidate));
  return quote === undefined ? JSON.stringify(value) : quote + value + quote;
}
