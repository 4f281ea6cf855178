import type { Difference } from './judge.ts';

/**
 * The credential of a call: `own` is the one that the operation requires, `other` that of another account,
 * and `other-merchant` that of its merchant.
 */
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
 * absent values, a regular expression, a schema, or `not(…)`. `{name}` in a text is a value that an earlier
 * step kept.
 */
export type Pattern = unknown;
type Names = Readonly<Record<string, string>>;

/**
 * The expected response of a call, in addition to the form of every response and the contract's schema of a
 * success.
 */
export interface Want {
  readonly status: number;
  /** The `data` of the success envelope. */
  readonly data?: Pattern;
  /** The whole body. */
  readonly body?: Pattern;
  /** JSON Pointers of a problem's `errors`: exactly these. `pointsAt` must be one of several. */
  readonly faults?: readonly string[];
  readonly pointsAt?: string;
  readonly headers?: Readonly<Record<string, Pattern>>;
}

/**
 * One request. `{name}` in its texts is replaced by a value of the account, or by one that an earlier step
 * kept.
 */
export interface Call {
  /** Id of the operation. */
  readonly call: string;
  /** Replaces the operation's method; `path` replaces its path and query. */
  readonly method?: string;
  readonly path?: string;
  readonly as?: Caller;
  /** Path parameters; a missing parameter takes the kept value of the same name. */
  readonly params?: Names;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** A body that isn't a JSON value. */
  readonly text?: string;
  readonly type?: string;
  readonly form?: Names;
  readonly headers?: Names;
  /** Differences of the terminal's signature from a valid one. */
  readonly signing?: {
    readonly body?: string;
    readonly url?: string;
    readonly ageMs?: number;
    readonly key?: string;
  };
  readonly want: Want;
  /** Names under which later steps find values, by JSON Pointers into the body, or `header NAME`. */
  readonly keep?: Names;
}

/** A webhook that must arrive at the case's receiver for a session. Default: the session created last. */
export interface WebhookStep {
  readonly webhook: string;
  /** Number of the expected attempt, from 1. */
  readonly attempt?: number;
  readonly body?: Pattern;
  readonly headers?: Readonly<Record<string, Pattern>>;
  /** Variant of the signature. Default: timestamp, dot, and body. */
  readonly signed?: 'timestamp' | 'body' | 'sha256';
  readonly keep?: Names;
}

/** The receiver's webhooks of the session so far, with an entry for each attempt in order of arrival. */
export interface ReceivedStep {
  readonly received: readonly string[];
  readonly session?: string;
}

/**
 * Lets time pass: advances the account's clock or, if the target has no clock, waits longer for the next
 * webhook.
 */
export interface LaterStep {
  readonly laterMs: number;
}

/**
 * Calls that are made at the same time. Their responses may come in any order, so each is matched with the
 * closest expectation.
 */
export interface AtOnceStep {
  readonly atOnce: readonly Call[];
}

/** Connects the account's relay, for new webhooks or also for those after a sequence number. */
export interface RelayStep {
  readonly relay: string;
}

/** `alone`: in an account where nothing else happens; `local`: webhooks come to this machine without a relay. */
export interface NeedStep {
  readonly needs: 'alone' | 'local';
}

export type Step = Call | WebhookStep | ReceivedStep | LaterStep | AtOnceStep | RelayStep | NeedStep;

/** One question to a target, with the expected behavior. */
export interface Case {
  /** A stable id, such as `createButtonSession.starts-pending`. */
  readonly id: string;
  readonly operation: string;
  /** `Section: words` of the specification, or the id of an entry of `/fidelidad`. */
  readonly judges: string;
  /**
   * Requirements for a target: names of account properties, and `page`, `relay`, `local`, `clock`, `alone`.
   */
  readonly needs: readonly string[];
  /**
   * True if the case changes nothing that others have in the account, and adds only the objects that it
   * creates.
   */
  readonly safe: boolean;
  readonly steps: readonly Step[];
}

export type Verdict =
  | { readonly verdict: 'matches' }
  | {
      readonly verdict: 'differs';
      readonly differences: readonly Difference[];
      /** Number of the step, from 1. */
      readonly step: number;
      /** The request as a shell command; credentials are variables. */
      readonly curl: string;
    }
  /**
   * The missing requirement of the target: a need of the case, an operation, or permission to change the
   * account (`--all`).
   */
  | { readonly verdict: 'not-judged'; readonly lacks: string };

export type Result = Verdict & { readonly case: Case; readonly durationMs: number };
