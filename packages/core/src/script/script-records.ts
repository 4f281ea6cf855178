import type { KeptRecord, ReadyScript, ScriptRule } from '@svc-simulator/contract';

/** How the next sessions of an account end. The id is the account's. */
export interface ScriptRecord {
  readonly accountId: string;
  /** UUID v4; another one whenever a script is set. */
  readonly scriptId: string;
  /** In the order in which they are tried: the account's own, then those of `ready`. */
  readonly rules: readonly ScriptRule[];
  readonly ready: ReadyScript | null;
  readonly ownRules: number;
  readonly setAt: number;
}

/** How many outcomes each rule has handed out; the id is the account's. Apart from the rules, which may be long. */
export interface ScriptProgressRecord {
  readonly accountId: string;
  readonly scriptId: string;
  readonly handedOut: readonly number[];
}

/** An outcome that a rule has handed out to a session, or to somebody's attempt to pay. */
export type ScriptedStep = NonNullable<KeptRecord<'sessions'>['script']>;
