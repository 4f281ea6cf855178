import type { KeptRecord, ReadyScript, ScriptRule } from '@svc-simulator/contract';

export interface ScriptRecord {
  readonly accountId: string;
  /** UUID v4, new for each script. */
  readonly scriptId: string;
  /** In order of precedence: the account's own, then those of `ready`. */
  readonly rules: readonly ScriptRule[];
  readonly ready: ReadyScript | null;
  readonly ownRules: number;
  readonly setAt: number;
}

/**
 * Outcomes that each rule has used; the id is the account's. Stored apart from the rules, which may be long.
 */
export interface ScriptProgressRecord {
  readonly accountId: string;
  readonly scriptId: string;
  readonly handedOut: readonly number[];
}

/** An outcome assigned to a session or to an attempt to pay. */
export type ScriptedStep = NonNullable<KeptRecord<'sessions'>['script']>;
