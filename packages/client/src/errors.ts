import type { InvalidCharacter, ProblemEnvelope, ProblemFault } from '@svc-simulator/contract';

/** Thrown if the simulator refuses a call. Has the fields of the problem (RFC 9457; contract section 1). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  /** The faults of the request; `pointer` is a JSON Pointer into its body. */
  readonly errors: readonly ProblemFault[];
  /** The request id, `urn:uuid:…`. */
  readonly instance: string | undefined;
  /** The whole body of the response. */
  readonly problem: ProblemEnvelope;
  /** Headers of the response, such as `retry-after` of a 429. */
  readonly headers: Headers;

  constructor(status: number, problem: ProblemEnvelope, headers: Headers) {
    const { title, detail, errors, instance } = problem;
    super(detail === undefined || detail === title ? `${status} ${title}` : `${status} ${title}: ${detail}`);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors ?? [];
    this.instance = instance;
    this.problem = problem;
    this.headers = headers;
  }
}

/** Thrown if no response came: nothing listens, the host name is unknown, or the connection broke. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly url: string;
  /** The system's code, for example `ECONNREFUSED`; undefined if there is none. */
  readonly code: string | undefined;
  readonly reason: string;

  constructor(url: string, cause: unknown) {
    const code = codeOf(cause);
    const reason = code ?? errorText(cause);
    super(`cannot reach ${url}: ${reason}`, { cause });
    this.url = url;
    this.code = code;
    this.reason = reason;
  }
}

/**
 * Thrown if the token has an invalid character. The message names the position, but never contains the token.
 */
export class InvalidTokenError extends TypeError {
  override readonly name = 'InvalidTokenError';
  readonly invalidCharacter: InvalidCharacter;

  constructor(invalidCharacter: InvalidCharacter) {
    super(
      `character ${invalidCharacter.position} of the token is ${invalidCharacter.codePoint}, which is never part of a token`,
    );
    this.invalidCharacter = invalidCharacter;
  }
}

/** Thrown if the response comes from another program, or from a proxy in between. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly url: string;
  readonly status: number;

  constructor(url: string, status: number, contentType: string | null) {
    super(`the answer of ${url} is not a simulator's: status ${status}, ${contentType ?? 'no content type'}`);
    this.url = url;
    this.status = status;
  }
}

/**
 * Code for a 407 from a proxy, which requires credentials. `fetch` reports the 407 as an error with an empty
 * message (Fetch Standard, 4.6).
 */
export const PROXY_AUTHENTICATION = '407';

/**
 * Returns the system's error code. `fetch` hides the code in a chain of causes or, for a host with several
 * addresses, in an `AggregateError`.
 */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause) ?? (error.message === '' ? PROXY_AUTHENTICATION : undefined);
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? errorText(error.cause) : error.message;
}
