import type { Difference } from './comparator.ts';

/** What of an operation a case looks at. Figures of different axes are never added up. */
export const axes = ['driven', 'contract', 'negative', 'behaviour'] as const;
export type Axis = (typeof axes)[number];

/** What a target has to have for a case to be judged. */
export const needs = [
  'agreement',
  /** Name and password of the account. */
  'login',
  'terminal',
  'relay',
  /** Webhooks come to this machine without a relay. */
  'local',
  'page',
  'clock',
  'control',
  'console',
  'receiver',
  /** A second account, for what one must not see of another. */
  'other',
] as const;
export type Need = (typeof needs)[number];

/** Whose credential a call comes with; `own` is the one that the operation wants. */
export type Caller = 'own' | 'other' | 'nobody' | 'unknown' | 'api' | 'console' | 'merchant';

/**
 * A value of an answer: literals are compared, members of objects and items of lists one by one, members that are not named
 * are left alone. An object with `$` alone is a schema (with an empty `enum`: there must be no such field), and `{name}` in a text is what an earlier step kept.
 */
export type Pattern = unknown;

/** What the answer of a call has to be like. */
export interface Want {
  readonly status: number;
  /** Of `data` in the success envelope. */
  readonly data?: Pattern;
  /** Of the whole body. */
  readonly body?: Pattern;
  /** JSON Pointers of a problem's `errors`: exactly these. */
  readonly faults?: readonly string[];
  /** A JSON Pointer that is among those of the problem's `errors`. */
  readonly pointsAt?: string;
  /** Null: there must be no such header. */
  readonly headers?: Readonly<Record<string, Pattern>>;
  /** Every field and type that the contract declares for this status. */
  readonly declared?: true;
  /** How long it may take at most, in ms. */
  readonly withinMs?: number;
}

/** One request. Texts in it may hold `{name}`, which is replaced by what the account has or an earlier step has kept. */
export interface Call {
  /** Id of the operation. */
  readonly call: string;
  /** In place of the operation's own: another method, and a path as it is, with its query. */
  readonly method?: string;
  readonly path?: string;
  readonly as?: Caller;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** A body that is no JSON value: its bytes, and its media type (empty: none). */
  readonly text?: string;
  readonly type?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** How the terminal signs, where not rightly. */
  readonly signing?: {
    readonly body?: string;
    readonly url?: string;
    readonly ageMs?: number;
    readonly key?: string;
  };
  readonly want: Want;
  /** Names for what later steps read, by JSON Pointers into the body, or `header NAME`. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** A webhook that has to arrive for a session; waits for it at the runner's receiver. */
export interface WebhookStep {
  readonly webhook: string;
  /** Default: `{session}`. */
  readonly session?: string;
  /** Which attempt of it, from 1. */
  readonly attempt?: number;
  readonly body?: Pattern;
  readonly headers?: Readonly<Record<string, Pattern>>;
  /** How it is signed; default: timestamp, dot and body. */
  readonly signed?: 'timestamp' | 'body' | 'sha256';
  readonly keep?: Readonly<Record<string, string>>;
}

/** What the receiver has got by now for the session, as `event` or, with attempts, one for each; in order of arrival. */
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

export type Step = Call | WebhookStep | ReceivedStep | LaterStep | AtOnceStep | RelayStep;

/** One question to a target, and its answer. */
export interface Case {
  /** Stable: `createButtonSession.starts-pending`. */
  readonly id: string;
  readonly operation: string;
  readonly axis: Axis;
  /** `Section: words` of the specification, or the id of an entry of `/fidelidad`. */
  readonly judges: string;
  readonly needs: readonly Need[];
  /** Leaves what others have in the account as it is, and adds no more than the objects that it makes. */
  readonly safe: boolean;
  /** By a strategy from the contract's schemas. */
  readonly generated?: true;
  readonly steps: readonly Step[];
}

/** Why a case was not judged. */
export type Reason = Need | 'operation' | 'unsafe' | 'setup' | 'ended';

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
  | { readonly verdict: 'not-judged'; readonly because: Reason; readonly detail?: string };

export type Result = Verdict & { readonly case: Case; readonly tookMs: number };
