import {
  type Operation,
  type ProblemEnvelope,
  readToken,
  type SuccessEnvelope,
} from '@svc-simulator/contract';
import { InvalidTokenError, ProblemError, UnexpectedAnswerError, UnreachableError } from './errors.ts';
import { type DataOf, type LooseRequest, type RequestOf, urlOf } from './request.ts';

/** A credential, or what gives one that is good now; asked for each call. */
export type TokenSource = string | (() => Promise<string>);

export interface ClientOptions {
  /** The simulator's address, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Sent as bearer where an operation wants a credential: an API token, a console token or a merchant's JWT. */
  readonly token?: TokenSource | undefined;
  /** In which language people want to read, as `Accept-Language` has it. */
  readonly language?: string;
  /** Of our own tools: as what they are known (`toolAgents`). */
  readonly agent?: string;
  /** Ends every call of this client. */
  readonly signal?: AbortSignal;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface Answer<D> {
  readonly status: number;
  readonly data: D;
  /** The cursor of the next page; null at the end and where the answer is no list. */
  readonly nextCursor: string | null;
  readonly headers: Headers;
}

export interface Client {
  /**
   * Calls an operation and answers its `data`.
   * @throws ProblemError when the simulator refuses.
   * @throws UnreachableError when no answer comes.
   * @throws UnexpectedAnswerError when what answers is no simulator.
   * @throws InvalidTokenError when the token has a character that no token has.
   */
  call<const O extends Operation>(operation: O, ...request: Arguments<O>): Promise<Answer<DataOf<O>>>;
  /** As `call`, with a request of which only the simulator says what is wrong: somebody's file, or parts put together at run time. */
  callUnchecked<const O extends Operation>(operation: O, request: LooseRequest): Promise<Answer<DataOf<O>>>;
  /**
   * Calls an operation and hands back its answer as it is, whatever the status; redirects are not followed.
   * @throws UnreachableError when no answer comes.
   */
  send<const O extends Operation>(operation: O, ...request: Arguments<O>): Promise<Response>;
}

/** The request may be left out where nothing in it is required. */
type Arguments<O extends Operation> =
  Record<string, never> extends RequestOf<O> ? [request?: RequestOf<O>] : [request: RequestOf<O>];

/** A client of a simulator's surfaces, typed by the operations of the contract package. */
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

/** What the runtime says of a header that it can't send quotes all of it. */
async function sentToken(source: TokenSource | undefined): Promise<string | undefined> {
  const given = typeof source === 'function' ? await source() : source;
  if (given === undefined) return undefined;
  const { token, foreign } = readToken(given);
  if (foreign) throw new InvalidTokenError(foreign);
  return token;
}

async function answerOf<O extends Operation>(operation: O, response: Response): Promise<Answer<DataOf<O>>> {
  const { status, headers } = response;
  // What is a page for people, or the way to one, has no data.
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

/** The error of a response that is no success. */
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

/** The JSON object that a response carries; undefined when it carries something else. */
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

/** A call that its caller has ended keeps the caller's reason; anything else is the network's. */
function whyNoAnswer(url: string, error: unknown, signals: readonly AbortSignal[]): unknown {
  const ended = signals.find(({ aborted }) => aborted);
  return ended ? ended.reason : new UnreachableError(url, error);
}
