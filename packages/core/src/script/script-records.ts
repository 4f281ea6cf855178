import type { ReadyScript, ScriptRule, StoredRecord } from '@svc-simulator/contract';

export interface ScriptRecord {
  readonly accountId: string;
  /** UUID v4, new for each script. */
  readonly scriptId: string;
  /** The account's own rules, then the rules of the built-in script `ready`. */
  readonly rules: readonly ScriptRule[];
  readonly ready: ReadyScript | null;
  /** Number of the account's own rules, which come first in `rules`. */
  readonly ownRules: number;
  readonly setAt: number;
}

/** Stored apart from `ScriptRecord`, because each session changes the progress and the rules can be long. */
export interface ScriptProgressRecord {
  readonly accountId: string;
  readonly scriptId: string;
  /** For each rule: the number of outcomes that it has used. */
  readonly handedOut: readonly number[];
}

/** An outcome that a rule assigned to a session or to an attempt to pay. */
export type ScriptedStep = NonNullable<StoredRecord<'sessions'>['script']>;
