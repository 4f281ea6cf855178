import {
  defaultQuotas,
  type Outcome,
  operations,
  parseQuotas,
  type Quotas,
  RELAY_PATH,
} from '@svc-simulator/contract';
import { defaultRates, parseRates, type Rates } from '@svc-simulator/core';
import { errorCode, messageOf } from '@svc-simulator/machine/errors.ts';

/** The simulator could not start. The message is a whole sentence for people: what, why, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** The system's code (`EADDRINUSE`, …) or one of our own (`STORE_LOCKED`, `STORE_DAMAGED`, `STORE_FORM`, `BAD_OPTION`). */
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

interface Circumstances {
  readonly data?: string | null;
  readonly host?: string;
  readonly port?: number;
}

/** Puts what went wrong at start into words. */
export function startErrorOf(error: unknown, { data, host, port }: Circumstances): StartError {
  if (error instanceof StartError) return error;
  const code = errorCode(error) ?? 'START_FAILED';
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        code,
        `port ${port} is in use by another program; pass --port 0 to take a free one`,
        error,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return port === undefined
        ? new StartError(
            code,
            `the data directory ${data} cannot be written (${code}); pass another one with --data, or --ephemeral`,
            error,
          )
        : new StartError(
            code,
            `this user may not listen on port ${port}; pass a port above 1023, or --port 0`,
            error,
          );
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(
        code,
        `the data directory ${data} is no directory (${code}); pass another one with --data, or --ephemeral`,
        error,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(code, `this machine has no address ${host}; pass --host 127.0.0.1`, error);
    default:
      return new StartError(code, messageOf(error) || String(error), error);
  }
}

/** @throws StartError that lists what is wrong with the rates. */
export function readRates(json: string | undefined): Rates {
  if (json === undefined) return defaultRates;
  return optionOf(parseRates(json));
}

/** @throws StartError that says what is wrong with the quotas. */
export function readQuotas(json: string | undefined): Quotas {
  if (json === undefined) return defaultQuotas;
  return optionOf(parseQuotas(json));
}

/** @throws StartError when hashes of almost no cost were to be stored, or to guard what strangers reach. */
export function assertThrowaway(options: {
  readonly throwaway?: boolean;
  readonly data?: string | null;
  readonly database?: string;
  readonly hosted?: boolean;
}): void {
  const { throwaway, data = null, database, hosted } = options;
  if (!throwaway || (data === null && database === undefined && !hosted)) return;
  throw new StartError(
    'BAD_OPTION',
    'throwaway is for simulators with everything in memory that are not hosted; leave out data, database and hosted, or throwaway',
  );
}

/**
 * The path of the public URL, under which everything is reached (contract section 11, Paths): `/pagos`; empty where it has none.
 * @throws StartError when it is a path of the simulator's own: nobody could tell whether a proxy has taken it off.
 */
export function readBasePath(publicUrl: string | undefined): string {
  if (publicUrl === undefined) return '';
  const path = new URL(publicUrl).pathname.replace(/\/+$/, '');
  const [, first = ''] = path.split('/');
  const own = ['verificar', RELAY_PATH.slice(1), ...operations.map((each) => each.path.split('/')[1])];
  if (first === '' || !own.includes(first)) return path;
  throw new StartError(
    'BAD_OPTION',
    `the path of the public URL begins with /${first}, which is a path of the simulator's own; take another one, such as /simulator`,
  );
}

/** @throws StartError that does not repeat the token. */
export function readMetricsToken(token: string | undefined): string | undefined {
  const bare = token?.trim();
  if (bare === undefined || /^[\x21-\x7e]{16,}$/.test(bare)) return bare;
  throw new StartError(
    'BAD_OPTION',
    'the metrics token must have 16 characters or more and no blanks; openssl rand -hex 20 makes one',
  );
}

/** @throws StartError that says what is wrong with it. */
function optionOf<T>(read: Outcome<T, string>): T {
  if (read.ok) return read.value;
  throw new StartError('BAD_OPTION', read.refusal);
}
