/**
 * Public types of `svc-simulator/client`. The build appends them to the types of the contract, and the type
 * checker compares them with the implementation.
 */

/** Request and response by operation id. The build replaces this type with the operations of the contract. */
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

/** Request of a call: path parameters, query and body of the operation. */
export type RequestOf<Id extends OperationId> = Omit<Operations[Id], 'data'> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

export type DataOf<Id extends OperationId> = Operations[Id]['data'];

export interface ClientOptions {
  /** URL of the API, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /**
   * Bearer token for operations that require a credential: an API, console or merchant token, or a function
   * that returns such a token for each call.
   */
  readonly token?: string | (() => Promise<string>) | undefined;
  /** Language of error messages, as in `Accept-Language`. */
  readonly language?: string;
  /** Aborts every call of this client. */
  readonly signal?: AbortSignal;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface Answer<Data> {
  readonly status: number;
  readonly data: Data;
  /** Cursor of the next page; null on the last page, or if the response isn't a list. */
  readonly nextCursor: string | null;
  readonly headers: Headers;
}

type Arguments<Request> = object extends Request ? [request?: Request] : [request: Request];

export interface Client {
  /**
   * Calls an operation and returns its `data` with the response's status, headers and cursor.
   * @throws ProblemError if the API refuses the call.
   * @throws UnreachableError if no response comes.
   * @throws UnexpectedAnswerError if the response doesn't come from the API.
   * @throws TypeError if the token has an invalid character, such as a line end within it.
   */
  call<Id extends OperationId>(id: Id, ...request: Arguments<RequestOf<Id>>): Promise<Answer<DataOf<Id>>>;
}

/** Creates a client of the API, for a simulator or any other server with the same API. */
export declare function createClient(options: ClientOptions): Client;

/** Thrown if the API refuses a call with a problem (RFC 9457). */
export declare class ProblemError extends Error {
  override readonly name: 'ProblemError';
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  /** The faults of the request; `pointer` is a JSON Pointer into its body. */
  readonly errors: readonly { readonly detail: string; readonly pointer: string }[];
  /** The request id, `urn:uuid:…`. */
  readonly instance: string | undefined;
  /** Headers of the response, such as `retry-after`. */
  readonly headers: Headers;
}

/** Thrown if no response came. */
export declare class UnreachableError extends Error {
  override readonly name: 'UnreachableError';
  readonly url: string;
  /** Error code of the system, such as `ECONNREFUSED`. */
  readonly code: string | undefined;
}

/** Thrown if the response comes from another program, or from a proxy in between. */
export declare class UnexpectedAnswerError extends Error {
  override readonly name: 'UnexpectedAnswerError';
  readonly url: string;
  readonly status: number;
}
