import type { BodyOf, Operation, Outcome, QueryOf, Refusal, Refused } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord } from '@svc-simulator/core';
import type { Change, Scope, View } from '@svc-simulator/store/store.ts';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './step.ts';

/** A request that has passed authentication, throttle and validation. */
export interface RequestContext<O extends Operation = Operation> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** The account that the credential belongs to; operations without a credential have none. */
  readonly account: O['auth'] extends 'none' ? undefined : AccountRecord;
  /** The merchant whose access token it is, which is the merchant of the path. */
  readonly merchant: O['auth'] extends 'merchant' ? MerchantRecord : undefined;
  /** The terminal that signed it, as it was then. */
  readonly terminal: O['auth'] extends 'terminal' ? TerminalRecord : undefined;
  /** The account's time; without one, the machine's. */
  readonly now: number;
  /** A request header, or undefined. */
  header(name: string): string | undefined;
  /** All request headers, names in lower case. */
  headers(): Readonly<Record<string, string>>;
  /** The body's bytes, for operations that take any content. */
  bytes(): Promise<Uint8Array>;
}

/** Who sent a request. */
export interface Principal {
  readonly account: AccountRecord;
  readonly merchant?: MerchantRecord;
  readonly terminal?: TerminalRecord;
}

/** What a handler answers: the inside of the success envelope. */
export interface Reply {
  readonly data: unknown;
  /** JSON text that is `data`, for what was serialised long ago; `data` is ignored then. */
  readonly dataJson?: string;
  /** Defaults to the operation's. */
  readonly status?: number;
  readonly nextCursor?: string | null;
  /** How many there are on all pages. */
  readonly total?: number;
}

/** An answer as it is sent: the text of a success, or a refusal. */
export type Rendered =
  | { readonly status: number; readonly text: string; readonly replayed: boolean }
  | { readonly refusal: Refusal };

/** An answer that first has to be stored; the record of an `Idempotency-Key` goes into the same commit. */
export interface Commit {
  readonly scope: Scope;
  readonly decide: (view: View) => Change<Outcome<Reply>>;
}

/** A commit whose result is the answer as it is sent. */
export interface RenderedCommit {
  readonly scope: Scope;
  readonly decide: (view: View) => Change<Rendered>;
}

/** A reply, a refusal, something to commit, or a whole answer where the envelope doesn't fit (streams, pages). */
export type Answer = Outcome<Reply> | Commit | Response;

export type Handler<O extends Operation> = (call: RequestContext<O>) => Answer | Promise<Answer>;

/** An operation and what carries it out. */
export interface Route {
  readonly operation: Operation;
  readonly handler: Handler<Operation>;
  /** Runs before the body is read. */
  readonly early?: MiddlewareHandler<Env> | undefined;
}

export function route<const O extends Operation>(
  operation: O,
  handler: Handler<O>,
  early?: MiddlewareHandler<Env>,
): Route {
  return { operation, handler: handler as unknown as Handler<Operation>, early };
}

/** A success that needs nothing but its data. */
export function reply(data: unknown, more: Omit<Reply, 'data'> = {}): Outcome<Reply> {
  return { ok: true, value: { data, ...more } };
}

/** A success whose data are JSON text already. */
export function replyJson(dataJson: string, more: Omit<Reply, 'data' | 'dataJson'> = {}): Outcome<Reply> {
  return { ok: true, value: { data: undefined, dataJson, ...more } };
}

/** A change that changes nothing, with a refusal as its result. */
export function refused(outcome: Refused): Change<Outcome<Reply>> {
  return { result: outcome };
}
