/**
 * What `svc-simulator/client` offers. The build puts it after the types of the contract, as the types of the package, so it holds
 * declarations only; the implementation is compared with it by the type checker.
 */

/** What each operation takes and answers, by its `operationId`. The build writes out those of the contract. */
export interface Operations {
  readonly [id: string]: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
    readonly form?: Readonly<Record<string, string>>;
    readonly data: unknown;
  };
}

export type OperationId = keyof Operations & string;

/** What a call takes: path parameters, query and body, as the operation has them. */
export type RequestOf<Id extends OperationId> = Omit<Operations[Id], 'data'> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** `data` of what an operation answers. */
export type DataOf<Id extends OperationId> = Operations[Id]['data'];

export interface ClientOptions {
  /** Where the API is, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Sent as bearer where an operation wants a credential: an API token, a console token or a merchant's; or what gives one for each call. */
  readonly token?: string | (() => Promise<string>) | undefined;
  /** The language of problems, as `Accept-Language` has it. */
  readonly language?: string;
  /** Ends every call of this client. */
  readonly signal?: AbortSignal;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface Answer<Data> {
  readonly status: number;
  readonly data: Data;
  /** The cursor of the next page; null at the end and where the answer is no list. */
  readonly nextCursor: string | null;
  readonly headers: Headers;
}

/** The request may be left out where nothing in it is required. */
type Arguments<Request> = object extends Request ? [request?: Request] : [request: Request];

export interface Client {
  /**
   * Calls an operation and answers its `data`.
   * @throws ProblemError when it is refused.
   * @throws UnreachableError when no answer comes.
   * @throws UnexpectedAnswerError when what answers is something else.
   * @throws TypeError when the token has a character that no token has, such as a line end within it.
   */
  call<Id extends OperationId>(id: Id, ...request: Arguments<RequestOf<Id>>): Promise<Answer<DataOf<Id>>>;
}

/** A client of the API, for a simulator or whatever else answers as it does. */
export declare function createClient(options: ClientOptions): Client;

/** A call was refused: a problem (RFC 9457). */
export declare class ProblemError extends Error {
  override readonly name: 'ProblemError';
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  /** Each fault of the request; `pointer` is a JSON Pointer into its body. */
  readonly errors: readonly { readonly detail: string; readonly pointer: string }[];
  /** The request id, `urn:uuid:…`. */
  readonly instance: string | undefined;
  /** Of the answer, for example `retry-after`. */
  readonly headers: Headers;
}

/** No answer came. */
export declare class UnreachableError extends Error {
  override readonly name: 'UnreachableError';
  readonly url: string;
  /** The system's code, for example `ECONNREFUSED`. */
  readonly code: string | undefined;
}

/** Something answered, but not as the API does: another program, or a proxy in between. */
export declare class UnexpectedAnswerError extends Error {
  override readonly name: 'UnexpectedAnswerError';
  readonly url: string;
  readonly status: number;
}
