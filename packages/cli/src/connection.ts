import { resolve } from 'node:path';
import { type Client, type ClientOptions, createClient, fetchTrusting } from '@svc-simulator/client';
import type { DemoAccount } from '@svc-simulator/server';
import type { Command } from 'commander';
import { EnvOption } from './env-option.ts';
import { CommandError } from './failures.ts';
import { DATA_DEFAULT, readRunFile, runFileIn, trustedBy } from './run-file.ts';
import type { Surroundings } from './surroundings.ts';
import { parseBaseUrl } from './values.ts';

const URL_DEFAULT = 'http://127.0.0.1:4010';
/** Longest that a command waits for its answers. */
const ANSWER_WITHIN_MS = 30_000;

export interface ConnectionOptions {
  readonly mock?: string;
  readonly key?: string;
  readonly consoleToken?: string;
  readonly data?: string;
}

type Credential = 'key' | 'consoleToken';

/** A simulator that was found, and the credentials for it. */
export interface Connection {
  readonly url: string;
  /** How clients reach it. */
  readonly at: Pick<ClientOptions, 'baseUrl' | 'fetch'>;
  /** What is to be trusted to reach it, as PEM; null when nothing is known of that. */
  readonly trusted: string | null;
  readonly key: string | undefined;
  readonly consoleToken: string | undefined;
  /** The demo account, when the API token in use is its own. */
  readonly account: DemoAccount | null;
  /** Calls without a credential. */
  open(): Client;
  /** @throws CommandError when there is no API token. */
  api(): Client;
  /** @throws CommandError when there is no console token. */
  console(): Client;
  /** @throws CommandError when it is missing. */
  credential(which: Credential): string;
}

/** Declares how to reach the simulator, and the credentials for it; every command takes them, so that scripts need not choose. */
export function takesConnection(command: Command): Command {
  return command
    .addOption(
      new EnvOption('--mock <url>', "the simulator's address", 'SIM_MOCK', 'SIM_URL').argParser(parseBaseUrl),
    )
    .addOption(new EnvOption('--key <token>', 'API token of the account', 'SIM_KEY', 'SIM_TOKEN'))
    .addOption(new EnvOption('--console-token <token>', 'console token of the account', 'SIM_CONSOLE_TOKEN'))
    .addOption(
      new EnvOption('--data <dir>', 'where sim start left its run file', 'SIM_DATA').default(
        undefined,
        DATA_DEFAULT,
      ),
    );
}

/**
 * Finds the simulator: `--mock`, else the one whose run file is in the data directory, else the default port. The
 * credentials of the run file are used for that simulator alone; they never go to another address.
 */
export async function connect(surroundings: Surroundings, options: ConnectionOptions): Promise<Connection> {
  const data = resolve(surroundings.directory, options.data ?? DATA_DEFAULT);
  const reading = readRunFile(data);
  const run = await (options.mock === undefined ? reading : reading.catch(() => null));
  const alive = run !== null && surroundings.isAlive(run.pid);
  if (run && !alive && options.mock === undefined) {
    throw new CommandError(
      'unreachable',
      `the simulator that ${runFileIn(data)} speaks of (pid ${run.pid}, ${run.url}) has ended; start it again with ${surroundings.program} start`,
    );
  }
  const url = options.mock ?? (run ? run.url : URL_DEFAULT);
  const here = run && alive && isSamePlace(url, run.url) ? run : null;
  const found = here?.account ?? null;
  const trusted = here && (await trustedBy(here));
  const at = { baseUrl: url, ...(trusted !== null && { fetch: fetchTrusting(trusted) }) };
  const key = options.key ?? found?.token;
  const consoleToken = options.consoleToken ?? found?.console_token;
  const credentials = { key, consoleToken };
  const nobodyFound = run === null && options.mock === undefined;

  const credential = (which: Credential): string => {
    const token = credentials[which];
    if (token !== undefined) return token;
    const [name, flag] = which === 'key' ? ['API token', '--key'] : ['console token', '--console-token'];
    if (nobodyFound) {
      throw new CommandError(
        'unreachable',
        `no simulator was found: there is no ${runFileIn(data)}. Start one with ${surroundings.program} start in this directory, or pass --mock and ${flag}`,
      );
    }
    throw new CommandError('usage', `the ${name} for ${url} is missing; pass it with ${flag}`);
  };
  const client = (token?: string) =>
    createClient({ ...at, token, signal: surroundings.deadline(ANSWER_WITHIN_MS) });
  return {
    url,
    at,
    trusted,
    ...credentials,
    account: found && key === found.token ? found : null,
    open: () => client(),
    api: () => client(credential('key')),
    console: () => client(credential('consoleToken')),
    credential,
  };
}

/** `localhost` and `127.0.0.1` are one place to a person who copies an address. */
function isSamePlace(one: string, other: string): boolean {
  const place = (url: string) => new URL(url.replace('//localhost', '//127.0.0.1')).href;
  return place(one) === place(other);
}
