import {
  type DataOf,
  type Operation,
  type ProblemEnvelope,
  readToken,
  type SuccessEnvelope,
} from '@svc-simulator/contract';
import { InvalidTokenError, ProblemError, UnexpectedAnswerError, UnreachableError } from './errors.ts';
import { buildUrl, type LooseRequest, type RequestOf } from './request.ts';

/** A bearer token, or a function that returns a valid token for each call. */
export type TokenSource = string | (() => Promise<string>);

export interface ClientOptions {
  /** The simulator's URL, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Token for operations that require a credential: an API token, a console token or a merchant's JWT. */
  readonly token?: TokenSource | undefined;
  /** Value of `Accept-Language`. */
  readonly language?: string;
  /** Value of `User-Agent`. */
  readonly agent?: string;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
}

export interface CallResult<D> {
  readonly status: number;
  readonly data: D;
  /** Cursor of the next page; null on the last page, or if the response isn't a list. */
  readonly nextCursor: string | null;
  readonly headers: Headers;
}

export interface Client {
  /**
   * Calls an operation and returns its `data` with the response's status, headers and cursor.
   * @throws ProblemError if the simulator refuses the call.
   * @throws UnreachableError if no response comes.
   * @throws UnexpectedAnswerError if the response doesn't come from a simulator.
   * @throws InvalidTokenError if the token has an invalid character.
   */
  call<const O extends Operation>(operation: O, ...request: CallArguments<O>): Promise<CallResult<DataOf<O>>>;
  /** Calls an operation whose request isn't type-checked, for example because it comes from a file. */
  callUnchecked<const O extends Operation>(
    operation: O,
    request: LooseRequest,
  ): Promise<CallResult<DataOf<O>>>;
  /**
   * Calls an operation and returns the raw response, whatever its status is. Doesn't follow redirects.
   * @throws UnreachableError if no response comes.
   */
  send<const O extends Operation>(operation: O, ...request: CallArguments<O>): Promise<Response>;
}

type CallArguments<O extends Operation> =
  Record<string, never> extends RequestOf<O> ? [request?: RequestOf<O>] : [request: RequestOf<O>];

export function createClient(options: ClientOptions): Client {
  return {
    call: async (operation, ...[request]) =>
      callResultOf(operation, await sendRequest(options, operation, request)),
    callUnchecked: async (operation, request) =>
      callResultOf(operation, await sendRequest(options, operation, request)),
    send: (operation, ...[request]) => sendRequest(options, operation, request),
  };
}

async function sendRequest(
  { baseUrl, token, language, agent, signal: ownSignal, fetch: fetchWith = fetch }: ClientOptions,
  { path, method, auth, rawBody }: Operation,
  request: LooseRequest = {},
): Promise<Response> {
  const { body, form, text, headers, signal } = request;
  const url = buildUrl(baseUrl, path, request);
  const signals = [ownSignal, signal].filter((signalOrUndefined) => signalOrUndefined !== undefined);
  const credential = auth === 'none' ? undefined : await tokenToSend(token);
  try {
    return await fetchWith(url, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(language !== undefined && { 'accept-language': language }),
        ...(agent !== undefined && { 'user-agent': agent }),
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(text !== undefined && rawBody && { 'content-type': rawBody.mediaType }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      ...(text !== undefined && { body: text }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
  } catch (error) {
    throw failureReason(url, error, signals);
  }
}

/** Returns the token to send. Checks the token first, because the error of `fetch` would contain it. */
async function tokenToSend(source: TokenSource | undefined): Promise<string | undefined> {
  const text = typeof source === 'function' ? await source() : source;
  if (text === undefined) return undefined;
  const { token, invalid } = readToken(text);
  if (invalid) throw new InvalidTokenError(invalid);
  return token;
}

async function callResultOf<O extends Operation>(
  operation: O,
  response: Response,
): Promise<CallResult<DataOf<O>>> {
  const { status, headers } = response;
  // A page, or a redirect to a page, has no data to return, so its body is not read.
  if (status < 400 && operation.media?.[0] === 'text/html') {
    await response.body?.cancel();
    return { status, headers, nextCursor: null, data: undefined as DataOf<O> };
  }
  const content = await jsonBodyOf(response);
  if (!response.ok) throw toError(response, content);
  const envelope = content as SuccessEnvelope<DataOf<O>> | undefined;
  if (envelope === undefined || (operation.bare !== true && envelope.data === undefined)) {
    throw new UnexpectedAnswerError(response.url, status, headers.get('content-type'));
  }
  if (operation.bare) return { status, headers, nextCursor: null, data: envelope as DataOf<O> };
  return { status, headers, nextCursor: envelope.next_cursor ?? null, data: envelope.data };
}

export async function errorFromResponse(response: Response): Promise<ProblemError | UnexpectedAnswerError> {
  return toError(response, await jsonBodyOf(response));
}

function toError(response: Response, content: object | undefined): ProblemError | UnexpectedAnswerError {
  const { status, headers, url } = response;
  if (isProblem(content)) return new ProblemError(status, content, headers);
  return new UnexpectedAnswerError(url, status, headers.get('content-type'));
}

function isProblem(content: object | undefined): content is ProblemEnvelope {
  return content !== undefined && 'title' in content && typeof content.title === 'string';
}

/** Returns the JSON object in a response; undefined for other content. */
async function jsonBodyOf(response: Response): Promise<object | undefined> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw new UnreachableError(response.url, error);
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the abort reason if the caller aborted the call; otherwise an `UnreachableError`. */
function failureReason(url: string, error: unknown, signals: readonly AbortSignal[]): unknown {
  const abortedSignal = signals.find(({ aborted }) => aborted);
  return abortedSignal ? abortedSignal.reason : new UnreachableError(url, error);
}
