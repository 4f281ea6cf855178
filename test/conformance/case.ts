import type { Difference } from './judge.ts';

/**
 * The credential of a call. `own`: the credential that the operation requires. `other`: the same kind of
 * credential of another account. `other-merchant`: the token of that account's merchant.
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
 * absent values, a regular expression, a schema, or `not(…)`. `{name}` in a text is replaced by the value
 * that an earlier step kept under this name.
 */
export type Pattern = unknown;
type Names = Readonly<Record<string, string>>;

/**
 * The expected response of a call. The suite also checks the envelope of every response, and a success
 * against the contract's schema.
 */
export interface Want {
  readonly status: number;
  /** The `data` of the success envelope. */
  readonly data?: Pattern;
  /** The whole body. */
  readonly body?: Pattern;
  /** All JSON Pointers of a problem's `errors`. */
  readonly faults?: readonly string[];
  /** A JSON Pointer that a problem's `errors` must contain. */
  readonly pointsAt?: string;
  readonly headers?: Readonly<Record<string, Pattern>>;
}

/** One request. `{name}` in its texts is replaced by a value of the account or a value of an earlier step. */
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
  /** Replaces parts of what the terminal signs, for an invalid signature. */
  readonly signing?: {
    readonly body?: string;
    readonly url?: string;
    readonly ageMs?: number;
    readonly key?: string;
  };
  readonly want: Want;
  /** Values for later steps, by name: each is a JSON Pointer into the body, or `header NAME`. */
  readonly keep?: Names;
}

/** A webhook of the session created last, which must arrive at the receiver of the case. */
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

/** The webhooks that the receiver has got so far: an entry for each attempt, in order of arrival. */
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

/** Simultaneous calls. Which call succeeds isn't fixed, so responses are matched with the expectations. */
export interface AtOnceStep {
  readonly atOnce: readonly Call[];
}

/** Connects the account's relay. */
export interface RelayStep {
  /** The sequence number after which missed webhooks are requested; empty for only new webhooks. */
  readonly relay: string;
}

/**
 * `alone`: an account that no other case uses. `local`: webhooks that come to this machine without a relay.
 */
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
  /** True if the case only adds objects to the account, and changes only objects that it has created. */
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
