import type { BodyOf, Operation, Outcome, QueryOf, Refused } from '@svc-simulator/contract';
import type { AccountRecord, MerchantRecord, TerminalRecord } from '@svc-simulator/core';
import type { Change, DecisionView, Scope } from '@svc-simulator/store/store.ts';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './http/env.ts';
import type { Input } from './input.ts';

export interface ReceivedRequest extends Input {
  readonly account: AccountRecord | undefined;
  readonly merchant: MerchantRecord | undefined;
  readonly terminal: TerminalRecord | undefined;
  /**
   * Id of the API token with which the merchant's access token was created; undefined for a login with a
   * password.
   */
  readonly creatorTokenId: string | undefined;
  /** The account's time in milliseconds; without an account, the machine's. */
  readonly now: number;
}

export interface RequestContext<O extends Operation> extends ReceivedRequest {
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly account: O['auth'] extends 'none' | 'operator' ? undefined : AccountRecord;
  readonly merchant: O['auth'] extends 'merchant' ? MerchantRecord : undefined;
  /** The terminal that signed the request, as it was when the request arrived. */
  readonly terminal: O['auth'] extends 'terminal' ? TerminalRecord : undefined;
}

/** A reply, a refusal, a commit, or a response that has no envelope (streams, pages). */
export type HandlerResult = Outcome<Reply> | Commit | Response;

export type Handler<O extends Operation> = (
  call: RequestContext<O>,
) => HandlerResult | Promise<HandlerResult>;

export interface Route {
  readonly operation: Operation;
  /**
   * Declared as a method, because TypeScript checks a method's parameters less strictly: handlers expect a
   * `RequestContext`.
   */
  handler(call: ReceivedRequest): HandlerResult | Promise<HandlerResult>;
  readonly beforeBody?: MiddlewareHandler<Env> | undefined;
}

export function route<const O extends Operation>(
  operation: O,
  handler: Handler<O>,
  beforeBody?: MiddlewareHandler<Env>,
): Route {
  return { operation, handler, beforeBody };
}

export interface Reply {
  readonly data: unknown;
  readonly dataJson?: string;
  /** Default: the operation's status. */
  readonly status?: number;
  readonly nextCursor?: string | null;
  readonly total?: number | undefined;
  /** The serialized envelope, if an `Idempotency-Key` stores it. */
  readonly text?: string;
  /** True if an earlier request with the same key stored this reply. */
  readonly isReplayed?: boolean;
}

export type ExecutionResult = Outcome<Reply> | Response;

export function dataOf({ data, dataJson }: Reply): unknown {
  return dataJson === undefined ? data : JSON.parse(dataJson);
}

/** A reply that a transaction decides. The transaction can also store the record of an `Idempotency-Key`. */
export interface Commit {
  readonly scope: Scope;
  readonly decide: (view: DecisionView) => Change<Outcome<Reply>>;
}

export function reply(data: unknown, options: Omit<Reply, 'data'> = {}): Outcome<Reply> {
  return { ok: true, value: { data, ...options } };
}

export function presentOutcome<T>(outcome: Outcome<T>, present: (value: T) => unknown): Outcome<Reply> {
  return outcome.ok ? reply(present(outcome.value)) : outcome;
}

export function presentChange<T>(
  change: Change<Outcome<T>>,
  present: (value: T) => unknown,
): Change<Outcome<Reply>> {
  return { ...change, result: presentOutcome(change.result, present) };
}

export function replyJson(dataJson: string, options: Omit<Reply, 'data' | 'dataJson'> = {}): Outcome<Reply> {
  return { ok: true, value: { data: undefined, dataJson, ...options } };
}

export function refusedChange(outcome: Refused): Change<Outcome<Reply>> {
  return { result: outcome };
}
