import type { BodyOf, Operation, Outcome, QueryOf } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord } from '@svc-simulator/core';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './env.ts';
import type { Input } from './input.ts';
import type { Commit, Reply } from './reply.ts';

/** What the handler of any operation gets: validated input, and who asks. */
export interface ReceivedRequest extends Input {
  readonly account: AccountRecord | undefined;
  readonly merchant: MerchantRecord | undefined;
  readonly terminal: TerminalRecord | undefined;
  /** As in `Principal`. */
  readonly madeWith: string | undefined;
  /** The account's time; without an account, the machine's. */
  readonly now: number;
}

/** The same, with the types that its operation declares. */
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

/** A reply, a refusal, something to commit, or a whole response if the envelope doesn't fit (streams, pages). */
export type HandlerAnswer = Outcome<Reply> | Commit | Response;

export type Handler<O extends Operation> = (
  call: RequestContext<O>,
) => HandlerAnswer | Promise<HandlerAnswer>;

/** An operation and what carries it out. */
export interface Route {
  readonly operation: Operation;
  /** A method, so that a handler that wants the requests of its own operation is one: it gets no others. */
  handler(call: ReceivedRequest): HandlerAnswer | Promise<HandlerAnswer>;
  /** Runs before the body is read. */
  readonly early?: MiddlewareHandler<Env> | undefined;
}

export function route<const O extends Operation>(
  operation: O,
  handler: Handler<O>,
  early?: MiddlewareHandler<Env>,
): Route {
  return { operation, handler, early };
}
