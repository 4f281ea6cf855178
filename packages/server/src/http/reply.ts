import type { Outcome, Refusal, Refused } from '@svc-simulator/contract';
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
}

/** An answer that first has to be stored; the record of an `Idempotency-Key` goes into the same commit. */
export interface Commit {
  readonly scope: Scope;
  readonly decide: (view: View) => Change<Outcome<Reply>>;
}

/** An answer as it is sent: the text of a success, or a refusal. */
export type Rendered =
  | { readonly status: number; readonly text: string; readonly replayed: boolean }
  | { readonly refusal: Refusal };

/** A commit whose result is the answer as it is sent, since that is kept under an `Idempotency-Key`. */
export interface KeyedCommit {
  readonly scope: Scope;
  readonly decide: (view: View) => Change<Rendered>;
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
