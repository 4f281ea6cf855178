import {
  type Client,
  type ClientOptions,
  createClient,
  type FollowOptions,
  fetchTrusting,
  followTrace,
  type TokenSource,
} from '@svc-simulator/client';
import {
  ACCOUNT_TIME,
  EXCHANGED_TOKEN_MS,
  exchangeToken,
  getHealth,
  type Operation,
  readToken,
  type TraceEvent,
  toolAgents,
} from '@svc-simulator/contract';
import { selectProxy } from '@svc-simulator/machine/proxies.ts';
import type { DemoAccount } from '@svc-simulator/simulator';
import type { CliContext } from '../cli-context.ts';
import { CommandError, MissingCredentialError, wrongUsage } from '../failures.ts';
import { parseSimulatorUrl } from '../input/values.ts';
import { defineParameters, type ParsedInput } from '../parameters.ts';
import type { ProxyFetch } from './proxied.ts';
import {
  DEFAULT_DATA_DIRECTORY,
  dataDirectoryOf,
  readRunFile,
  readTrustedAuthority,
  runFilePath,
  type TrustedAuthority,
} from './run-file.ts';

const DEFAULT_URL = 'http://127.0.0.1:4010';
export const CALL_TIMEOUT_MS = 30_000;

/**
 * Options for the simulator's URL and credentials. Every command accepts all of them, so a script can pass
 * the same options to every command.
 */
export const connectionParameters = defineParameters({
  '--mock <url>': {
    text: 'cli.connection.mock',
    parse: parseSimulatorUrl,
    env: ['SIM_MOCK', 'SIM_URL'],
    isCommon: true,
  },
  '--key <token>': {
    text: 'cli.connection.key',
    env: ['SIM_KEY', 'SIM_TOKEN'],
    token: true,
    overriddenBy: 'consoleToken',
    isCommon: true,
  },
  '--console-token <token>': {
    text: 'cli.connection.console_token',
    env: 'SIM_CONSOLE_TOKEN',
    token: true,
    overriddenBy: 'key',
    isCommon: true,
  },
  '--data <dir>': {
    text: 'cli.connection.data',
    fallbackText: DEFAULT_DATA_DIRECTORY,
    env: 'SIM_DATA',
    isCommon: true,
  },
});

export const passwordParameters = defineParameters({
  '--password <password>': { text: 'cli.connection.password', env: 'SIM_PASSWORD' },
});

export type ConnectionOptions = ParsedInput<typeof connectionParameters>;

/**
 * A located simulator with its credentials. Each operation is sent with the kind of credential that it
 * requires. Methods throw a CommandError if that credential is missing or no simulator was located.
 */
export interface Connection extends Client {
  readonly url: string;
  readonly clientOptions: Pick<ClientOptions, 'baseUrl' | 'language' | 'agent' | 'fetch'>;
  readonly trusted: TrustedAuthority | null;
  readonly proxy: ProxyFetch | null;
  readonly account: DemoAccount | null;
  key(): string;
  /**
   * Logs in for operations that an API token doesn't allow (contract section 12, Rights). Uses the console
   * token or, if there is none, the API token with the password of `readPassword`.
   * @throws CommandError if the password or both tokens are missing
   */
  logIn(passwordOptions: ParsedInput<typeof passwordParameters>): Promise<Client>;
  /**
   * Returns the password: from `passwordOptions`, else from the run file, else typed at the terminal.
   * `shortName` is the account in the run file. Default: the command's account.
   * @throws CommandError
   */
  readPassword(passwordOptions: ParsedInput<typeof passwordParameters>, shortName?: string): Promise<string>;
  /**
   * Returns a function that gets a valid console token.
   * @throws CommandError if there is neither a console token nor an API token
   */
  consoleToken(): () => Promise<string>;
  /** The account's time at its last response; the machine's time if the account has no clock of its own. */
  now(): number;
  /**
   * Follows the account's trace until the signal.
   * @throws CommandError if there is neither a console token nor an API token
   */
  follow(options: Pick<FollowOptions, 'sessionId' | 'after' | 'signal'>): AsyncGenerator<TraceEvent>;
}

/**
 * Locates the simulator: by `--mock`, else by the run file in the data directory, else at the default port.
 * Sends the credentials of the run file only to the URL in that file, and never together with credentials of
 * another account.
 */
export async function connect(
  context: CliContext,
  options: ConnectionOptions,
  agent = toolAgents.tool,
): Promise<Connection> {
  const { t } = context;
  const data = dataDirectoryOf(context.directory, options.data);
  const runFilePromise = readRunFile(t, data, (reason) => void context.stderr.write(`${reason}\n`));
  const runFile = await (options.mock === undefined ? runFilePromise : runFilePromise.catch(() => null));
  const isRunning = runFile !== null && context.isAlive(runFile.pid);
  if (runFile && !isRunning && options.mock === undefined) {
    throw new CommandError(
      'unreachable',
      t('cli.connection.simulator_stopped', {
        runFile: runFilePath(data),
        pid: runFile.pid,
        url: runFile.url,
        program: context.program,
        alone: context.isRelayPackage ? 'yes' : 'no',
      }),
    );
  }
  const url = options.mock ?? (runFile ? runFile.url : DEFAULT_URL);
  const localRunFile = runFile && isRunning && isSameUrl(url, runFile.url) ? runFile : null;
  const trusted = localRunFile && (await readTrustedAuthority(t, localRunFile));
  const proxy = localRunFile ? null : await findProxy(url, context);
  const fetchWith = trusted === null ? (proxy?.fetch ?? fetch) : fetchTrusting(trusted.pem);
  let accountTime: string | null = null;
  const clientOptions = {
    baseUrl: url,
    language: context.t.lang,
    agent,
    fetch: async (...request: Parameters<typeof fetch>) => {
      const response = await fetchWith(...request);
      accountTime = response.headers.get(ACCOUNT_TIME);
      return response;
    },
  };
  const accounts = localRunFile ? [localRunFile.account, ...(localRunFile.accounts ?? [])] : [];
  const { key: keyOption, consoleToken: consoleTokenOption } = options;
  // If an option names an account, only the credentials of that account are taken from the run file.
  const account =
    (namesAccount(options)
      ? accounts.find(
          (account) =>
            account && (account.token === keyOption || account.console_token === consoleTokenOption),
        )
      : accounts[0]) ?? null;
  const apiToken = keyOption ?? account?.token;
  const isSimulatorMissing = runFile === null && options.mock === undefined;

  const createClientWith = (token?: TokenSource) =>
    createClient({ ...clientOptions, token, signal: context.deadline(CALL_TIMEOUT_MS) });
  const createMissingCredential = (name: string, hint: string): CommandError =>
    isSimulatorMissing
      ? new CommandError(
          'unreachable',
          t('cli.connection.no_run_file', {
            runFile: runFilePath(data),
            program: context.program,
            alone: context.isRelayPackage ? 'yes' : 'no',
            options: hint === '--mock' ? hint : t('cli.connection.mock_with_credential', { hint }),
          }),
        )
      : new MissingCredentialError(t('cli.connection.missing_pass', { name, url, hint }), () =>
          createClientWith().call(getHealth),
        );
  const key = (): string => {
    if (isSimulatorMissing && keyOption !== undefined)
      throw createMissingCredential(t('cli.connection.address'), '--mock');
    if (apiToken !== undefined) return apiToken;
    throw createMissingCredential(
      consoleTokenOption === undefined
        ? t('cli.connection.api_token')
        : t('cli.connection.token_of_same_account'),
      '--key',
    );
  };
  let getExchangedToken: (() => Promise<string>) | undefined;
  const consoleToken = (): (() => Promise<string>) => {
    if (isSimulatorMissing && namesAccount(options))
      throw createMissingCredential(t('cli.connection.address'), '--mock');
    if (consoleTokenOption !== undefined) return async () => consoleTokenOption;
    if (apiToken === undefined)
      throw createMissingCredential(
        t('cli.connection.what.console_token'),
        t('cli.connection.key_console_token'),
      );
    getExchangedToken ??= createTokenExchange(context, () => createClientWith(apiToken));
    return getExchangedToken;
  };
  const readPassword: Connection['readPassword'] = async ({ password }, shortName = account?.short_name) => {
    const storedPassword = accounts.find(
      (account) => account !== null && account.short_name === shortName,
    )?.password;
    const { SIM_PASSWORD, SIM_SHORT_NAME: owner } = context.env;
    // SIM_PASSWORD belongs to the account SIM_SHORT_NAME, so it must not be sent for an account with another
    // name.
    const hasBothNames = owner !== undefined && shortName !== undefined;
    const isOfAnotherAccount = hasBothNames && owner !== shortName && password === SIM_PASSWORD;
    const resolvedPassword =
      (isOfAnotherAccount ? undefined : password) ??
      storedPassword ??
      (await context.ask(t('cli.connection.password_account'), true));
    if (resolvedPassword) return resolvedPassword;
    throw wrongUsage(
      isOfAnotherAccount && SIM_PASSWORD !== undefined
        ? t('cli.connection.password_of_another', { owner, shortName })
        : t('cli.connection.needs_password'),
    );
  };
  const clientFor = ({ auth }: Operation): Client => {
    if (auth === 'api') return createClientWith(key());
    if (auth === 'console') return createClientWith(consoleToken());
    if (isSimulatorMissing && !namesAccount(options))
      throw createMissingCredential(t('cli.connection.address'), '--mock');
    return createClientWith();
  };
  return {
    url,
    clientOptions,
    trusted,
    proxy,
    account,
    // `async` turns a missing credential into a rejection. In a `Promise.all`, a synchronous throw would leave
    // the calls that were already sent without a handler.
    call: async (operation, ...request) => clientFor(operation).call(operation, ...request),
    callUnchecked: async (operation, request) => clientFor(operation).callUnchecked(operation, request),
    send: async (operation, ...request) => clientFor(operation).send(operation, ...request),
    logIn: async (passwordOptions) => {
      if (consoleTokenOption !== undefined) return createClientWith(consoleTokenOption);
      const environmentToken = readToken(context.env.SIM_CONSOLE_TOKEN ?? '').token;
      // If the command uses SIM_TOKEN, SIM_CONSOLE_TOKEN belongs to the same account and makes a password
      // unnecessary.
      if (
        (passwordOptions.password ?? account) === null &&
        environmentToken &&
        key() === readToken(context.env.SIM_TOKEN ?? '').token
      )
        return createClientWith(environmentToken);
      const token = key();
      const { data } = await createClientWith(token).call(exchangeToken, {
        body: { password: await readPassword(passwordOptions) },
      });
      return createClientWith(data.console_token);
    },
    readPassword,
    key,
    consoleToken,
    now: () => (accountTime === null ? context.now() : Date.parse(accountTime)),
    follow: (options) => followTrace({ ...clientOptions, token: consoleToken(), ...options }),
  };
}

/**
 * Exchanges an API token for console tokens and uses each for half its lifetime. Ignores the run file's
 * console token, which is invalid once somebody logs in.
 */
function createTokenExchange({ elapsed }: CliContext, createApiClient: () => Client): () => Promise<string> {
  let cachedToken: { readonly token: string; readonly untilMs: number } | undefined;
  return async () => {
    if (cachedToken === undefined || elapsed() >= cachedToken.untilMs) {
      const untilMs = elapsed() + EXCHANGED_TOKEN_MS / 2;
      const { data } = await createApiClient().call(exchangeToken, { body: {} });
      cachedToken = { token: data.console_token, untilMs };
    }
    return cachedToken.token;
  };
}

/** @throws CommandError if the proxy of the environment can't be used (contract section 11, Proxies) */
async function findProxy(baseUrl: string, { t, env }: CliContext): Promise<ProxyFetch | null> {
  const proxy = selectProxy(new URL(baseUrl), env);
  if (proxy === null) return null;
  const { variable, url } = proxy;
  if (url !== null) return (await import('./proxied.ts')).createProxyFetch(t, { variable, url });
  const { hostname } = new URL(baseUrl);
  throw wrongUsage(t('cli.connection.proxy_kind', { variable, hostname }));
}

export function namesAccount({ key, consoleToken }: ConnectionOptions): boolean {
  return key !== undefined || consoleToken !== undefined;
}

/** Compares two URLs; `localhost` and `127.0.0.1` are equal, because people copy either. */
function isSameUrl(url: string, otherUrl: string): boolean {
  const normalize = (text: string) => new URL(text.replace('//localhost', '//127.0.0.1')).href;
  return normalize(url) === normalize(otherUrl);
}
