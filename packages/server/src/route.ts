import type { BodyOf, Operation, Outcome, QueryOf } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord } from '@svc-simulator/core';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './env.ts';
import type { Input } from './input.ts';
import type { Commit, Reply } from './reply.ts';

export interface ReceivedRequest extends Input {
  readonly account: AccountRecord | undefined;
  readonly merchant: MerchantRecord | undefined;
  readonly terminal: TerminalRecord | undefined;
  readonly madeWith: string | undefined;
  /** The account's time; without an account, the machine's. */
  readonly now: number;
}

export interface RequestContext<O extends Operation> extends ReceivedRequest {
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly account: O['auth'] extends 'none' ? undefined : AccountRecord;
  readonly merchant: O['auth'] extends 'merchant' ? MerchantRecord : undefined;
  /** The terminal that signed the request, as it was at that time. */
  readonly terminal: O['auth'] extends 'terminal' ? TerminalRecord : undefined;
}

/** A reply, a refusal, a commit, or a whole response if the envelope doesn't fit (streams, pages). */
export type HandlerAnswer = Outcome<Reply> | Commit | Response;

export type Handler<O extends Operation> = (
  call: RequestContext<O>,
) => HandlerAnswer | Promise<HandlerAnswer>;

export interface Route {
  readonly operation: Operation;
  /** Declared as a method, so that TypeScript accepts a handler of a more specific request. */
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
