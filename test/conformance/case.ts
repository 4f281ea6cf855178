import type { Difference } from './judge.ts';

/** Whose credential a call comes with; `own` is the one that the operation wants, `other` the same of another account, whose merchant's it is with `other-merchant`. */
export type Caller =
  | 'own'
  | 'other'
  | 'other-merchant'
  | 'nobody'
  | 'unknown'
  | 'api'
  | 'console'
  | 'merchant'
  | 'refresh'
  | 'secret';

/**
 * The expected form of a value: a literal, named members of an object, items of a list, `undefined` for
 * absent ones, a regular expression, a schema, or `not(…)`. `{name}` in a text is a value kept by an earlier
 * step.
 */
export type Pattern = unknown;
type Names = Readonly<Record<string, string>>;

/** The expected response of a call, in addition to the envelope and the contract's schema of a success. */
export interface Want {
  readonly status: number;
  /** The `data` of the success envelope. */
  readonly data?: Pattern;
  /** The whole body. */
  readonly body?: Pattern;
  /** JSON Pointers of a problem's `errors`: exactly these, or among others this one. */
  readonly faults?: readonly string[];
  readonly pointsAt?: string;
  readonly headers?: Readonly<Record<string, Pattern>>;
}

/** One request. Texts in it may hold `{name}`, which is replaced by what the account has or an earlier step has kept. */
export interface Call {
  /** Id of the operation. */
  readonly call: string;
  /** Replaces the operation's method, and its path including the query. */
  readonly method?: string;
  readonly path?: string;
  readonly as?: Caller;
  /** Path parameters; missing ones are taken from kept values of the same name. */
  readonly params?: Names;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** A body that is no JSON value, and its media type. */
  readonly text?: string;
  readonly type?: string;
  readonly form?: Names;
  readonly headers?: Names;
  /** How the terminal signs, where not rightly. */
  readonly signing?: {
    readonly body?: string;
    readonly url?: string;
    readonly ageMs?: number;
    readonly key?: string;
  };
  readonly want: Want;
  /** Names for what later steps read, by JSON Pointers into the body, or `header NAME`. */
  readonly keep?: Names;
}

/** A webhook that has to arrive for a session (default: the last one made) at the case's receiver. */
export interface WebhookStep {
  readonly webhook: string;
  /** Which attempt of it, from 1. */
  readonly attempt?: number;
  readonly body?: Pattern;
  readonly headers?: Readonly<Record<string, Pattern>>;
  /** How it is signed; default: timestamp, dot and body. */
  readonly signed?: 'timestamp' | 'body' | 'sha256';
  readonly keep?: Names;
}

/** The receiver's webhooks of the session so far, with an entry for each attempt in order of arrival. */
export interface ReceivedStep {
  readonly received: readonly string[];
  readonly session?: string;
}

/** Lets time pass: by the account's clock, or, where the target has none, by waiting longer for the next webhook. */
export interface LaterStep {
  readonly laterMs: number;
}

/** Calls that are made at once; the answers may come in any order, so their expectations are matched in any order. */
export interface AtOnceStep {
  readonly atOnce: readonly Call[];
}

/** Connects the account's relay: for what is new, or with a sequence for what was missed after it, too. */
export interface RelayStep {
  readonly relay: string;
}

/** `alone`: in an account where nothing else happens; `local`: webhooks come to this machine without a relay. */
export interface NeedStep {
  readonly needs: 'alone' | 'local';
}

export type Step = Call | WebhookStep | ReceivedStep | LaterStep | AtOnceStep | RelayStep | NeedStep;

/** One question to a target, and its answer. */
export interface Case {
  /** Stable: `createButtonSession.starts-pending`. */
  readonly id: string;
  readonly operation: string;
  /** `Section: words` of the specification, or the id of an entry of `/fidelidad`. */
  readonly judges: string;
  /**
   * Requirements for a target: names of account properties, and `page`, `relay`, `local`, `clock`, `alone`.
   */
  readonly needs: readonly string[];
  /** Leaves what others have in the account as it is, and adds no more than the objects that it makes. */
  readonly safe: boolean;
  readonly steps: readonly Step[];
}

export type Verdict =
  | { readonly verdict: 'matches' }
  | {
      readonly verdict: 'differs';
      readonly differences: readonly Difference[];
      /** Which step, from 1. */
      readonly step: number;
      /** The request as a shell can repeat it; credentials are variables. */
      readonly curl: string;
    }
  /**
   * The missing requirement of the target: a need of the case, an operation, or permission to change the
   * account (`--all`).
   */
  | { readonly verdict: 'not-judged'; readonly lacks: string };

export type Result = Verdict & { readonly case: Case; readonly durationMs: number };
