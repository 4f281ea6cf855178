import type { IncomingMessage } from 'node:http';
import type { BodyOf, Operation, Outcome, QueryOf, Tool } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord, TokenRecord } from '@svc-simulator/core';
import type { Commit, Reply } from './reply.ts';
import type { Check } from './served-call.ts';

/** A request of any operation that has passed authentication, throttle and validation. */
export interface ReceivedRequest {
  /** Absent where an operation is carried out without a request. */
  readonly incoming: IncomingMessage | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly account: AccountRecord | undefined;
  readonly merchant: MerchantRecord | undefined;
  readonly terminal: TerminalRecord | undefined;
  /** As in `Principal`. */
  readonly madeWith: string | undefined;
  /** The account's time; without one, the machine's. */
  readonly now: number;
  /** The tool of ours that says it has sent it; undefined: a program. */
  readonly by: Tool | undefined;
  /** Most bytes of a page of a list, where whoever asks shows it to people. */
  readonly mostBytes?: number;
  /** A request header, or undefined. */
  header(name: string): string | undefined;
  /** All request headers, names in lower case. */
  headers(): Readonly<Record<string, string>>;
  /** The body's bytes, for operations that take any content. */
  bytes(): Uint8Array;
}

/** The same, with what its operation says about it. */
export interface RequestContext<O extends Operation> extends ReceivedRequest {
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** The account that the credential belongs to; operations without a credential have none. */
  readonly account: O['auth'] extends 'none' ? undefined : AccountRecord;
  /** The merchant whose access token it is, which is the merchant of the path. */
  readonly merchant: O['auth'] extends 'merchant' ? MerchantRecord : undefined;
  /** The terminal that signed it, as it was then. */
  readonly terminal: O['auth'] extends 'terminal' ? TerminalRecord : undefined;
}

/** Who sent a request. */
export interface Principal {
  readonly account: AccountRecord;
  /** What it came with, of the surfaces that take a stored token. */
  readonly token?: TokenRecord;
  readonly merchant?: MerchantRecord;
  readonly terminal?: TerminalRecord;
  /** The id of the API token with which, and without the password, a merchant's access token was made. */
  readonly madeWith?: string | undefined;
}

/** A reply, a refusal, something to commit, or a whole answer where the envelope doesn't fit (streams, pages). */
export type HandlerAnswer = Outcome<Reply> | Commit | Response;

export type Handler<O extends Operation> = (
  call: RequestContext<O>,
) => HandlerAnswer | Promise<HandlerAnswer>;

/** An operation and what carries it out. */
export interface Route {
  readonly operation: Operation;
  /** A method, so that one that wants its own operation's requests is one: it gets no others. */
  handler(call: ReceivedRequest): HandlerAnswer | Promise<HandlerAnswer>;
  /** Runs before the body is read. */
  readonly early?: Check | undefined;
}

export function route<const O extends Operation>(operation: O, handler: Handler<O>, early?: Check): Route {
  return { operation, handler, early };
}
