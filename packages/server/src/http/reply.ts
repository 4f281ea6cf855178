import type { Outcome, Refused } from '@svc-simulator/contract';
import type { Change, Scope, View } from '@svc-simulator/store/store.ts';

export interface Reply {
  readonly data: unknown;
  readonly dataJson?: string;
  /** Default: the operation's status. */
  readonly status?: number;
  readonly nextCursor?: string | null;
  readonly total?: number | undefined;
  /** The whole envelope, if an `Idempotency-Key` stores it. */
  readonly text?: string;
  /** True if an earlier request with the same key stored it. */
  readonly isReplayed?: boolean;
}

/** A reply, a refusal, or a whole response if the operation returns a stream, a file or a page. */
export type Executed = Outcome<Reply> | Response;

export function dataOf({ data, dataJson }: Reply): unknown {
  return dataJson === undefined ? data : JSON.parse(dataJson);
}

/** A reply that depends on a commit, which also stores the record of an `Idempotency-Key`. */
export interface Commit {
  readonly scope: Scope;
  readonly decide: (view: View) => Change<Outcome<Reply>>;
}

export function reply(data: unknown, more: Omit<Reply, 'data'> = {}): Outcome<Reply> {
  return { ok: true, value: { data, ...more } };
}

/** Applies `present` to the value of an outcome, or returns its refusal. */
export function presentOutcome<T>(outcome: Outcome<T>, present: (value: T) => unknown): Outcome<Reply> {
  return outcome.ok ? reply(present(outcome.value)) : outcome;
}

export function replyJson(dataJson: string, more: Omit<Reply, 'data' | 'dataJson'> = {}): Outcome<Reply> {
  return { ok: true, value: { data: undefined, dataJson, ...more } };
}

export function refusedChange(outcome: Refused): Change<Outcome<Reply>> {
  return { result: outcome };
}
