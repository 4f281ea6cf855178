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
import { proxyOf } from '@svc-simulator/machine/proxies.ts';
import type { DemoAccount } from '@svc-simulator/simulator';
import type { CliContext } from '../cli-context.ts';
import { CommandError, MissingCredential, wrongUsage } from '../failures.ts';
import { parseSimulatorUrl } from '../input/values.ts';
import { type Given, taking } from '../takes.ts';
import type { Proxied } from './proxied.ts';
import {
  DATA_DEFAULT,
  dataDirectoryOf,
  readRunFile,
  runFileIn,
  type Trusted,
  trustedBy,
} from './run-file.ts';

const URL_DEFAULT = 'http://127.0.0.1:4010';
export const CALL_TIMEOUT_MS = 30_000;

/**
 * Options for the simulator's URL and credentials; every command accepts them, so that scripts need no
 * choice.
 */
export const connectionTakes = taking({
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
    givesWayTo: 'consoleToken',
    isCommon: true,
  },
  '--console-token <token>': {
    text: 'cli.connection.console_token',
    env: 'SIM_CONSOLE_TOKEN',
    token: true,
    givesWayTo: 'key',
    isCommon: true,
  },
  '--data <dir>': { text: 'cli.connection.data', otherwise: DATA_DEFAULT, env: 'SIM_DATA', isCommon: true },
});

export const passwordTakes = taking({
  '--password <password>': { text: 'cli.connection.password', env: 'SIM_PASSWORD' },
});

export type ConnectionOptions = Given<typeof connectionTakes>;

/**
 * A located simulator with its credentials: each operation is called with the kind that it requires.
 * @throws CommandError if that credential is missing or the simulator can't be located
 */
export interface Connection extends Client {
  readonly url: string;
  readonly at: Pick<ClientOptions, 'baseUrl' | 'language' | 'agent' | 'fetch'>;
  readonly trusted: Trusted | null;
  readonly proxy: Proxied | null;
  readonly account: DemoAccount | null;
  key(): string;
  /**
   * Logs in for operations that an API token doesn't allow (contract section 12, Rights). With --key, the
   * password comes from the option, the run file or the terminal. @throws CommandError without the password
   * or any credential
   */
  fullConsole(passwordOptions: Given<typeof passwordTakes>): Promise<Client>;
  /**
   * Returns the given password, else that of the account `shortName` in the run file (default: the command's
   * account), else the one typed at a terminal. @throws CommandError
   */
  passwordOf(passwordOptions: Given<typeof passwordTakes>, shortName?: string): Promise<string>;
  /**
   * Returns a function that gets a valid console token. @throws CommandError if there is neither a console
   * token nor an API token
   */
  consoleToken(): () => Promise<string>;
  /** The account's time at its last response; the machine's time if the account has no clock of its own. */
  now(): number;
  /** Follows the account's trace until the signal. @throws CommandError as `consoleToken` does */
  follow(from: Pick<FollowOptions, 'sessionId' | 'after' | 'signal'>): AsyncGenerator<TraceEvent>;
}

/**
 * Locates the simulator: by `--mock`, else by the run file in the data directory, else at the default port.
 * Credentials of the run file go only to that simulator and never mix with those of another account.
 */
export async function connect(
  context: CliContext,
  options: ConnectionOptions,
  agent = toolAgents.tool,
): Promise<Connection> {
  const { t } = context;
  const data = dataDirectoryOf(context.directory, options.data);
  const reading = readRunFile(t, data, (why) => void context.stderr.write(`${why}\n`));
  const run = await (options.mock === undefined ? reading : reading.catch(() => null));
  const alive = run !== null && context.isAlive(run.pid);
  if (run && !alive && options.mock === undefined) {
    throw new CommandError(
      'unreachable',
      t('cli.connection.simulator_speaks_pid_ended', {
        runFileIn: runFileIn(data),
        pid: run.pid,
        url: run.url,
        program: context.program,
        alone: context.isAlone ? 'yes' : 'no',
      }),
    );
  }
  const url = options.mock ?? (run ? run.url : URL_DEFAULT);
  const here = run && alive && isSamePlace(url, run.url) ? run : null;
  const trusted = here && (await trustedBy(t, here));
  const proxy = here ? null : await proxyFor(url, context);
  const fetchWith = trusted === null ? (proxy?.fetch ?? fetch) : fetchTrusting(trusted.pem);
  let accountTime: string | null = null;
  const at = {
    baseUrl: url,
    language: context.t.lang,
    agent,
    fetch: async (...request: Parameters<typeof fetch>) => {
      const response = await fetchWith(...request);
      accountTime = response.headers.get(ACCOUNT_TIME);
      return response;
    },
  };
  const accounts = here ? [here.account, ...(here.accounts ?? [])] : [];
  const { key: givenKey, consoleToken: givenConsole } = options;
  // The run file's credentials never replace those of another account that the command names.
  const account =
    (isNamed(options)
      ? accounts.find((one) => one && (one.token === givenKey || one.console_token === givenConsole))
      : accounts[0]) ?? null;
  const apiToken = givenKey ?? account?.token;
  const nobodyFound = run === null && options.mock === undefined;

  const client = (token?: TokenSource) =>
    createClient({ ...at, token, signal: context.deadline(CALL_TIMEOUT_MS) });
  const missing = (name: string, hint: string): CommandError =>
    nobodyFound
      ? new CommandError(
          'unreachable',
          t('cli.connection.no_simulator_found_no', {
            runFileIn: runFileIn(data),
            program: context.program,
            alone: context.isAlone ? 'yes' : 'no',
            value: hint === '--mock' ? hint : t('cli.connection.mock_and', { hint }),
          }),
        )
      : new MissingCredential(t('cli.connection.missing_pass', { name, url, hint }), () =>
          client().call(getHealth),
        );
  const key = (): string => {
    if (nobodyFound && givenKey !== undefined) throw missing(t('cli.connection.address'), '--mock');
    if (apiToken !== undefined) return apiToken;
    throw missing(
      givenConsole === undefined
        ? t('cli.connection.api_token')
        : t('cli.connection.api_token_account_console'),
      '--key',
    );
  };
  let exchange: (() => Promise<string>) | undefined;
  const consoleToken = (): (() => Promise<string>) => {
    if (nobodyFound && isNamed(options)) throw missing(t('cli.connection.address'), '--mock');
    if (givenConsole !== undefined) return async () => givenConsole;
    if (apiToken === undefined)
      throw missing(t('cli.connection.what.console_token'), t('cli.connection.key_console_token'));
    exchange ??= exchanging(context, () => client(apiToken));
    return exchange;
  };
  const passwordOf: Connection['passwordOf'] = async ({ password }, shortName = account?.short_name) => {
    const storedPassword = accounts.find((one) => one !== null && one.short_name === shortName)?.password;
    const { SIM_PASSWORD, SIM_SHORT_NAME: owner } = context.env;
    // An account that is in no run file may be the one that the environment names.
    const areKnown = owner !== undefined && shortName !== undefined;
    const isAnothers = areKnown && owner !== shortName && password === SIM_PASSWORD;
    const resolvedPassword =
      (isAnothers ? undefined : password) ??
      storedPassword ??
      (await context.ask(t('cli.connection.password_account'), true));
    if (resolvedPassword) return resolvedPassword;
    throw wrongUsage(
      isAnothers && SIM_PASSWORD !== undefined
        ? t('cli.connection.password_of_another', { owner, shortName })
        : t('cli.connection.needs_password_account_pass'),
    );
  };
  const clientFor = ({ auth }: Operation): Client => {
    if (auth === 'api') return client(key());
    if (auth === 'console') return client(consoleToken());
    if (nobodyFound && !isNamed(options)) throw missing(t('cli.connection.address'), '--mock');
    return client();
  };
  return {
    url,
    at,
    trusted,
    proxy,
    account,
    // Async, so that a call that can't be made rejects, and calls made at the same time are still awaited.
    call: async (operation, ...request) => clientFor(operation).call(operation, ...request),
    callUnchecked: async (operation, request) => clientFor(operation).callUnchecked(operation, request),
    send: async (operation, ...request) => clientFor(operation).send(operation, ...request),
    fullConsole: async (passwordOptions) => {
      if (givenConsole !== undefined) return client(givenConsole);
      const beside = readToken(context.env.SIM_CONSOLE_TOKEN ?? '').token;
      // If the environment has both under these names, they belong to one account.
      if (
        (passwordOptions.password ?? account) === null &&
        beside &&
        key() === readToken(context.env.SIM_TOKEN ?? '').token
      )
        return client(beside);
      const token = key();
      const { data } = await client(token).call(exchangeToken, {
        body: { password: await passwordOf(passwordOptions) },
      });
      return client(data.console_token);
    },
    passwordOf,
    key,
    consoleToken,
    now: () => (accountTime === null ? context.now() : Date.parse(accountTime)),
    follow: (from) => followTrace({ ...at, token: consoleToken(), ...from }),
  };
}

/**
 * Exchanges an API token for console tokens and uses each for half its lifetime. It ignores the run file's
 * token, since any login replaces that one.
 */
function exchanging({ elapsed }: CliContext, api: () => Client): () => Promise<string> {
  let cachedToken: { readonly token: string; readonly untilMs: number } | undefined;
  return async () => {
    if (cachedToken === undefined || elapsed() >= cachedToken.untilMs) {
      const untilMs = elapsed() + EXCHANGED_TOKEN_MS / 2;
      const { data } = await api().call(exchangeToken, { body: {} });
      cachedToken = { token: data.console_token, untilMs };
    }
    return cachedToken.token;
  };
}

/**
 * Returns the environment's proxy for a remote simulator (contract section 11, Proxies). @throws CommandError
 */
async function proxyFor(address: string, { t, env }: CliContext): Promise<Proxied | null> {
  const proxy = proxyOf(new URL(address), env);
  if (proxy === null) return null;
  const { variable, url } = proxy;
  if (url !== null) return (await import('./proxied.ts')).proxied(t, { variable, url });
  const { hostname } = new URL(address);
  throw wrongUsage(t('cli.connection.names_no_http_https', { variable, hostname }));
}

/** True if a credential of the command line or environment identifies the account. */
export function isNamed({ key, consoleToken }: ConnectionOptions): boolean {
  return key !== undefined || consoleToken !== undefined;
}

/** Treats `localhost` and `127.0.0.1` as one place, since people copy either. */
function isSamePlace(one: string, other: string): boolean {
  const place = (url: string) => new URL(url.replace('//localhost', '//127.0.0.1')).href;
  return place(one) === place(other);
}
