import {
  type Operation,
  type ProblemEnvelope,
  readToken,
  type SuccessEnvelope,
} from '@svc-simulator/contract';
import { InvalidTokenError, ProblemError, UnexpectedAnswerError, UnreachableError } from './errors.ts';
import { type DataOf, type LooseRequest, type RequestOf, urlOf } from './request.ts';

/** A credential, or a function that returns a valid one for each call. */
export type TokenSource = string | (() => Promise<string>);

export interface ClientOptions {
  /** The simulator's URL, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /**
   * Bearer token for operations that require a credential: an API token, a console token or a merchant's JWT.
   */
  readonly token?: TokenSource | undefined;
  readonly language?: string;
  readonly agent?: string;
  /** Aborts every call of this client. */
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
}

export interface Answer<D> {
  readonly status: number;
  readonly data: D;
  /** Cursor of the next page; null on the last page and if the response has no list. */
  readonly nextCursor: string | null;
  readonly headers: Headers;
}

export interface Client {
  /**
   * Calls an operation and returns its `data`.
   * @throws ProblemError if the simulator refuses.
   * @throws UnreachableError if no response comes.
   * @throws UnexpectedAnswerError if the response isn't a simulator's.
   * @throws InvalidTokenError if the token has an invalid character.
   */
  call<const O extends Operation>(operation: O, ...request: Arguments<O>): Promise<Answer<DataOf<O>>>;
  /**
   * Calls an operation without type-checking its request, which may come from a user's file or be built at run
   * time.
   */
  callUnchecked<const O extends Operation>(operation: O, request: LooseRequest): Promise<Answer<DataOf<O>>>;
  /**
   * Calls an operation and returns the raw response of any status; redirects aren't followed.
   * @throws UnreachableError if no response comes.
   */
  send<const O extends Operation>(operation: O, ...request: Arguments<O>): Promise<Response>;
}

/** The request is optional if nothing in it is required. */
type Arguments<O extends Operation> =
  Record<string, never> extends RequestOf<O> ? [request?: RequestOf<O>] : [request: RequestOf<O>];

/** Creates a client of a simulator, typed by the operations of the contract package. */
export function createClient(options: ClientOptions): Client {
  return {
    call: async (operation, ...[request]) => answerOf(operation, await send(options, operation, request)),
    callUnchecked: async (operation, request) => answerOf(operation, await send(options, operation, request)),
    send: (operation, ...[request]) => send(options, operation, request),
  };
}

async function send(
  { baseUrl, token, language, agent, signal: ownSignal, fetch: fetchWith = fetch }: ClientOptions,
  { path, method, auth }: Operation,
  request: LooseRequest = {},
): Promise<Response> {
  const { body, form, headers, signal } = request;
  const url = urlOf(baseUrl, path, request);
  const signals = [ownSignal, signal].filter((each) => each !== undefined);
  const credential = auth === 'none' ? undefined : await sentToken(token);
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
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
  } catch (error) {
    throw whyNoAnswer(url, error, signals);
  }
}

/** Returns the token to send. Checks it first, because `fetch` would quote the whole invalid header in its error. */
async function sentToken(source: TokenSource | undefined): Promise<string | undefined> {
  const given = typeof source === 'function' ? await source() : source;
  if (given === undefined) return undefined;
  const { token, foreign } = readToken(given);
  if (foreign) throw new InvalidTokenError(foreign);
  return token;
}

async function answerOf<O extends Operation>(operation: O, response: Response): Promise<Answer<DataOf<O>>> {
  const { status, headers } = response;
  // A page or a redirect to one has no data.
  if (status < 400 && operation.media?.[0] === 'text/html') {
    await response.body?.cancel();
    return { status, headers, nextCursor: null, data: undefined as DataOf<O> };
  }
  const parsed = await bodyOf(response);
  if (!response.ok) throw asProblem(response, parsed);
  const envelope = parsed as SuccessEnvelope<DataOf<O>> | undefined;
  if (envelope === undefined || (operation.bare !== true && envelope.data === undefined)) {
    throw new UnexpectedAnswerError(response.url, status, headers.get('content-type'));
  }
  if (operation.bare) return { status, headers, nextCursor: null, data: envelope as DataOf<O> };
  return { status, headers, nextCursor: envelope.next_cursor ?? null, data: envelope.data };
}

export async function problemOf(response: Response): Promise<ProblemError | UnexpectedAnswerError> {
  return asProblem(response, await bodyOf(response));
}

function asProblem(response: Response, parsed: object | undefined): ProblemError | UnexpectedAnswerError {
  const { status, headers, url } = response;
  if (isProblem(parsed)) return new ProblemError(status, parsed, headers);
  return new UnexpectedAnswerError(url, status, headers.get('content-type'));
}

function isProblem(parsed: object | undefined): parsed is ProblemEnvelope {
  return parsed !== undefined && 'title' in parsed && typeof parsed.title === 'string';
}

/** Returns the JSON object in a response; undefined for other content. */
async function bodyOf(response: Response): Promise<object | undefined> {
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

/** Keeps the reason of a call that its caller aborted; other failures come from the network. */
function whyNoAnswer(url: string, error: unknown, signals: readonly AbortSignal[]): unknown {
  const ended = signals.find(({ aborted }) => aborted);
  return ended ? ended.reason : new UnreachableError(url, error);
}
