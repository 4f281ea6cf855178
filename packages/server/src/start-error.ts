import {
  defaultQuotas,
  defaultQuotasInMemory,
  OPERATOR_TOKEN_CHARACTERS,
  type Outcome,
  operations,
  parseQuotas,
  type Quotas,
  RELAY_PATH,
  readToken,
} from '@svc-simulator/contract';
import { defaultRates, parseRates, type Rates } from '@svc-simulator/core';
import { errorCode, messageOf } from '@svc-simulator/machine/errors.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type StartReason, TranslatedError } from '@svc-simulator/texts/translated-error.ts';

/** A failed start. The message says what happened and what to do. */
export class StartError extends TranslatedError {
  override readonly name = 'StartError';
  /**
   * The system's code (such as `EADDRINUSE`) or the simulator's: `STORE_LOCKED`, `STORE_DAMAGED`,
   * `STORE_FORM`, `BAD_OPTION`.
   */
  readonly code: string;

  constructor(code: string, reason: StartReason, cause?: unknown, englishTexts?: Texts) {
    super(reason, { cause }, englishTexts);
    this.code = code;
  }
}

interface StartContext {
  /** The data directory; null if none is used. */
  readonly data?: string | null;
  readonly host?: string;
  readonly port?: number;
}

export function startErrorOf(error: unknown, { data, host = '', port }: StartContext): StartError {
  const directory = data ?? '';
  if (error instanceof StartError) return error;
  const code = errorCode(error) ?? 'START_FAILED';
  if (error instanceof TranslatedError) return new StartError(code, error.reason as StartReason, error);
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
      return new StartError(code, message('start.address_unknown', { host }), error);
    default:
      return new StartError(
        code,
        message('start.other', { error: messageOf(error) || String(error) }),
        error,
      );
  }
}

/** @throws StartError with the faults of the rates */
export function readRates(json: string | undefined): Rates {
  if (json === undefined) return defaultRates;
  return valueOrThrow(parseRates(json));
}

/**
 * Reads the quotas of hosted accounts. Without a database, all records are also in memory, so the default of
 * `stored_mib` is lower.
 * @throws StartError with the faults of the quotas
 */
export function readQuotas({ quotas, database }: { quotas?: string; database?: string }): Quotas {
  const defaults = database === undefined ? defaultQuotasInMemory : defaultQuotas;
  return quotas === undefined ? defaults : valueOrThrow(parseQuotas(quotas, defaults));
}

/**
 * Throws if cheap password hashes are requested for a simulator that is hosted or stores data.
 * @throws StartError
 */
export function assertThrowawayAllowed(options: {
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
 * Returns the path of the public URL (contract section 11, Paths), such as `/pagos`; '' if it has no path.
 * @throws StartError if the path begins with a path of the simulator, such as `/pay`. Then a request for
 * `/pay/…` doesn't show whether a proxy has removed the prefix.
 */
export function readBasePath(publicUrl: string | undefined): string {
  if (publicUrl === undefined) return '';
  const path = new URL(publicUrl).pathname.replace(/\/+$/, '');
  const [, firstSegment = ''] = path.split('/');
  const reservedSegments = [
    ...['verificar', 'operator', 'notice'],
    RELAY_PATH.slice(1),
    ...operations.map((operation) => operation.path.split('/')[1]),
  ];
  if (firstSegment === '' || !reservedSegments.includes(firstSegment)) return path;
  throw new StartError('BAD_OPTION', message('start.public_path', { first: firstSegment }));
}

/**
 * Validates the metrics token.
 * @throws StartError that does not repeat the token
 */
export function readMetricsToken(token: string | undefined): string | undefined {
  const trimmed = token?.trim();
  if (trimmed === undefined || /^[\x21-\x7e]{16,}$/.test(trimmed)) return trimmed;
  throw new StartError('BAD_OPTION', message('start.metrics_token'));
}

/**
 * Validates the operator's token. Returns undefined in a local simulator, which has no operator.
 * @throws StartError that does not repeat the token
 */
export function readOperatorToken(token: string | undefined, hosted: boolean): string | undefined {
  if (token === undefined || !hosted) return undefined;
  const { token: trimmed, invalid } = readToken(token);
  if (!invalid && trimmed.length >= OPERATOR_TOKEN_CHARACTERS) return trimmed;
  const least = OPERATOR_TOKEN_CHARACTERS;
  throw new StartError('BAD_OPTION', message('start.operator_token.short', { least }));
}

function valueOrThrow<T>(outcome: Outcome<T, StartReason>): T {
  if (outcome.ok) return outcome.value;
  throw new StartError('BAD_OPTION', outcome.refusal);
}
