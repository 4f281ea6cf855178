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
import { message } from '@svc-simulator/texts/message.ts';
import { SaidError, type StartReason } from '@svc-simulator/texts/said-error.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** The simulator could not start. It says a whole sentence for people: what, why, and what to do. */
export class StartError extends SaidError {
  override readonly name = 'StartError';
  /** The system's code (`EADDRINUSE`, …) or one of our own (`STORE_LOCKED`, `STORE_DAMAGED`, `STORE_FORM`, `BAD_OPTION`). */
  readonly code: string;

  constructor(code: string, said: StartReason, cause?: unknown, english?: Texts) {
    super(said, { cause }, english);
    this.code = code;
  }
}

interface Circumstances {
  readonly data?: string | null;
  readonly host?: string;
  readonly port?: number;
}

/** What went wrong at start, as what people are told of it. */
export function startErrorOf(error: unknown, { data, host = '', port }: Circumstances): StartError {
  const directory = data ?? '';
  if (error instanceof StartError) return error;
  const code = errorCode(error) ?? 'START_FAILED';
  if (error instanceof SaidError) return new StartError(code, error.said as StartReason, error);
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(code, message('start.port_taken', { port: port ?? 0 }), error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return port === undefined
        ? new StartError(code, message('start.data.unwritable', { directory, code }), error)
        : new StartError(code, message('start.port_forbidden', { port }), error);
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new StartError(code, message('start.data.full', { directory, code }), error);
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(code, message('start.data.no_directory', { directory, code }), error);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(code, message('start.address_none', { host }), error);
    default:
      return new StartError(
        code,
        message('start.other', { error: messageOf(error) || String(error) }),
        error,
      );
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
  throw new StartError('BAD_OPTION', message('start.throwaway'));
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
  throw new StartError('BAD_OPTION', message('start.public_path', { first }));
}

/** @throws StartError that does not repeat the token. */
export function readMetricsToken(token: string | undefined): string | undefined {
  const bare = token?.trim();
  if (bare === undefined || /^[\x21-\x7e]{16,}$/.test(bare)) return bare;
  throw new StartError('BAD_OPTION', message('start.metrics_token'));
}

/** @throws StartError that says what is wrong with it. */
function optionOf<T>(read: Outcome<T, StartReason>): T {
  if (read.ok) return read.value;
  throw new StartError('BAD_OPTION', read.refusal);
}
