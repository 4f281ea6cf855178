import type { KeptRecord, ReadyScript, ScriptRule } from '@svc-simulator/contract';

export interface ScriptRecord {
  readonly accountId: string;
  /** UUID v4, new for each script. */
  readonly scriptId: string;
  /** The account's own rules, then the built-in rules of `ready`. */
  readonly rules: readonly ScriptRule[];
  readonly ready: ReadyScript | null;
  readonly ownRules: number;
  readonly setAt: number;
}

/**
 * The number of outcomes that each rule has used; the id is the account's. Separate from the rules, which may
 * be long.
 */
export interface ScriptProgressRecord {
  readonly accountId: string;
  readonly scriptId: string;
  readonly handedOut: readonly number[];
}

/** An outcome that a rule assigned to a session or to an attempt to pay. */
export type ScriptedStep = NonNullable<KeptRecord<'sessions'>['script']>;
