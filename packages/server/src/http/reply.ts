import type { Outcome, Refused } from '@svc-simulator/contract';
import type { Change, Scope, View } from '@svc-simulator/store/store.ts';

/** What a handler answers: the inside of the success envelope. */
export interface Reply {
  readonly data: unknown;
  /** JSON text that is `data`, for what is stored as such; `data` is ignored then. */
  readonly dataJson?: string;
  /** Defaults to the operation's. */
  readonly status?: number;
  readonly nextCursor?: string | null;
  /** How many there are on all pages. */
  readonly total?: number | undefined;
  /** The whole envelope, if it is stored under an `Idempotency-Key`. */
  readonly text?: string;
  /** It was stored by an earlier request with the same key. */
  readonly isReplayed?: boolean;
}

/** A reply, a refusal, or a whole response if the operation answers a stream, a file or a page. */
export type Executed = Outcome<Reply> | Response;

/** The data of a reply as a value, even if it is stored as text. */
export function dataOf({ data, dataJson }: Reply): unknown {
  return dataJson === undefined ? data : JSON.parse(dataJson);
}

/** An answer that first has to be stored; the record of an `Idempotency-Key` goes into the same commit. */
export interface Commit {
  readonly scope: Scope;
  readonly decide: (view: View) => Change<Outcome<Reply>>;
}

/** A success that needs nothing but its data. */
export function reply(data: unknown, more: Omit<Reply, 'data'> = {}): Outcome<Reply> {
  return { ok: true, value: { data, ...more } };
}

/** What `present` makes of an outcome's value, or its refusal. */
export function presented<T>(outcome: Outcome<T>, present: (value: T) => unknown): Outcome<Reply> {
  return outcome.ok ? reply(present(outcome.value)) : outcome;
}

/** A success whose data are JSON text already. */
export function replyJson(dataJson: string, more: Omit<Reply, 'data' | 'dataJson'> = {}): Outcome<Reply> {
  return { ok: true, value: { data: undefined, dataJson, ...more } };
}

/** A change that changes nothing, with a refusal as its result. */
export function refused(outcome: Refused): Change<Outcome<Reply>> {
  return { result: outcome };
}
