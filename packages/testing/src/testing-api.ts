import type {
  FailureReason,
  PaymentMethodName,
  SessionRef,
  Sessions,
  TraceEvent,
  Webhooks,
} from './sessions-api.ts';
/**
 * The public types of `svc-simulator/testing`. The build combines this file with `sessions-api.ts`, so it can
 * contain only declarations and no other imports. The type checker compares the implementation with it.
 */

/** Options of `startSimulator`. */
export interface TestSimulatorOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Serves https with its own certificate, which `sim.ca` verifies. Default: http. */
  readonly tls?: boolean;
  /** Time from payment to accreditation, in ms. Default: 0, so tests don't wait for banks. */
  readonly accreditationDelayMs?: number;
  /** VES per unit of a currency, as decimal texts. Missing currencies have their default rate. */
  readonly rates?: Readonly<Record<string, string>>;
  /** A snapshot or its path. The simulator starts with its accounts, and the first one is `sim` itself. */
  readonly seed?: Snapshot | string;
  /**
   * Timeout of waits, in ms. Default: 4000. In the simulator's first 5 s it is shorter, but at least 2500, so
   * that a wait ends before the test runner's limit of 5 s.
   */
  readonly timeoutMs?: number;
  /**
   * Language of errors and stories. Default: `SIM_LANG`, else that of `LC_ALL`, `LC_MESSAGES` or `LANG`, as
   * on the command line.
   */
  readonly lang?: 'es' | 'en' | (string & {});
  /** Called for each message that the simulator logs. Default: messages are ignored. */
  readonly log?: (
    level: 'info' | 'warn' | 'error',
    message: string,
    fields?: Readonly<Record<string, unknown>>,
  ) => void;
}

/** A point in time: ISO 8601 (in UTC if it has no offset), a `Date`, or milliseconds since 1970. */
export type Instant = string | number | Date;

/**
 * The clock of one account; other accounts and the process keep theirs. Expiry, accreditation, retries,
 * retention and signature timestamps follow it. Every call resolves with the account's new time.
 */
export interface AccountClock {
  now(): Promise<Date>;
  /**
   * Advances the time by a text such as `14 days`, `90s` or `1h 30m`, or by milliseconds. Scheduled events
   * happen in order, each at its own time. Resolves once they have happened and no attempt is running.
   */
  advance(duration: string | number): Promise<Date>;
  /** Stops the clock, now or at the time `at`. While it is stopped, nothing expires or is retried. */
  freeze(at?: Instant): Promise<Date>;
  /** Restarts the clock from its current time. */
  unfreeze(): Promise<Date>;
  /**
   * Sets the clock, forwards or back; it stays running or stopped. Events due by then happen at once, at the
   * new time.
   */
  set(at: Instant): Promise<Date>;
  /** Returns to real time. */
  reset(): Promise<Date>;
}

/** Conditions of a rule, all of which must match a session. `*` in a text matches any text. */
export interface ScriptMatch {
  /** The amount, or a pattern of it with two decimals, such as `*.02`. */
  readonly amount_reference?: number | string;
  readonly identifier?: string;
  readonly agreement_id?: string;
  readonly currency_reference?: 'USD' | 'EUR' | 'COP' | 'USDT' | 'VES';
  readonly description?: string;
  readonly origin?: 'button' | 'request';
  /** Payment method. The rule applies when somebody pays with it. */
  readonly method?: PaymentMethodName;
}

/** Outcome of a session. A missing leg takes its normal course. */
export interface ScriptOutcome {
  readonly leg1?: 'paid' | 'failed' | 'expired' | null;
  /** `none`: never accredited. */
  readonly leg2?: 'accredited' | 'accreditation_to_recipient_failed' | 'none' | null;
  /**
   * Applies leg 1 so many ms after the creation, without a payer. Default: when somebody pays, with any OTP.
   */
  readonly after_ms?: number | null;
  /** Message for the payer of a failed payment. */
  readonly user_message?: string | null;
  /** Reason of a failure. Default: `bank_rejected`. */
  readonly reason?: FailureReason | 'bank_rejected' | null;
}

export interface ScriptRule {
  readonly name?: string | null;
  readonly match: ScriptMatch;
  /** Used in order, one for each matching session. */
  readonly outcomes: readonly ScriptOutcome[];
  /**
   * After the last outcome: `stop` ends the rule (default), `repeat` starts again, `last` repeats the last
   * outcome.
   */
  readonly afterwards?: 'stop' | 'repeat' | 'last';
}

export interface WantedScript {
  readonly rules?: readonly ScriptRule[];
  /** Built-in rules, tried after your own. */
  readonly ready?: 'magic_amounts';
}

/** A script and its progress. */
export interface Script {
  /** ISO 8601; null if no script is set. */
  readonly set_at: string | null;
  readonly ready: 'magic_amounts' | null;
  readonly rules: readonly (ScriptRule & {
    readonly index: number;
    /** Number of outcomes used so far. */
    readonly matched: number;
    /** The next outcome, and `step`, its index in `outcomes`; null if no outcome is left. */
    readonly next: (ScriptOutcome & { readonly step: number }) | null;
  })[];
}

/**
 * Faults to inject. A missing fault is off. Rates are probabilities from 0 to 1. Times are milliseconds, or a
 * range of milliseconds.
 */
export interface ChaosFaults {
  /** The same seed gives the same faults, webhook by webhook. Default: a random seed. */
  readonly seed?: number;
  /** Sends a webhook twice, under the same idempotency key. */
  readonly duplicate?: number;
  /** Sends a webhook after the next webhook of its session. */
  readonly reorder?: number;
  /** Delays webhooks before their first attempt, by the account's clock. */
  readonly delay_ms?: number | { readonly min: number; readonly max: number };
  /** Drops an attempt; the retry follows. */
  readonly drop?: number;
  /** Sends an attempt with a wrong signature. */
  readonly bad_signature?: number;
  /** Sends an attempt with a signature that is 10 minutes old. */
  readonly stale_timestamp?: number;
  /** Delays API responses, by real time. */
  readonly latency_ms?: number | { readonly min: number; readonly max: number };
  /** Refuses API calls with 500 or 503; a refused call has no effect. */
  readonly error_rate?: number;
}

export type ChaosFaultName =
  | 'duplicate'
  | 'reorder'
  | 'delay'
  | 'drop'
  | 'bad_signature'
  | 'stale_timestamp'
  | 'latency'
  | 'error';

export interface ChaosState extends Required<Omit<ChaosFaults, 'seed'>> {
  readonly active: boolean;
  /** Null if chaos is off. */
  readonly seed: number | null;
  /** Number of webhooks since the chaos was set. */
  readonly webhooks: number;
  /** Number of API calls since the chaos was set. */
  readonly calls: number;
  /** Number of injected faults of each kind. */
  readonly injected: Readonly<Record<ChaosFaultName, number>>;
}

/** Chaos of one account; its trace names each fault (`chaos.injected`). */
export interface AccountChaos {
  /** Replaces the chaos. */
  set(faults: ChaosFaults): Promise<ChaosState>;
  show(): Promise<ChaosState>;
  off(): Promise<void>;
}

/** The format of `sim snapshot save`: accounts without their credentials. */
export interface Snapshot {
  readonly format: 'svc-simulator/snapshot';
  readonly version: number;
  /** ISO 8601. */
  readonly saved_at: string;
  readonly accounts: readonly Readonly<Record<string, unknown>>[];
}

/** Why a receiver rejects valid webhooks. */
export interface ReceiverMistake {
  /** The mistake, such as `mistake.separator`, or `undetermined`. */
  readonly code: string;
  /** `proven`: the receiver accepts webhooks with this mistake; `likely`: its responses suggest it. */
  readonly certainty: 'proven' | 'likely' | 'unknown';
  readonly why: string;
  readonly fix: string;
  /** Correct code, in pseudocode. */
  readonly lines: readonly string[];
  /** Every request with the mistake that it contained, in order. */
  readonly requests: readonly {
    readonly experiment: string;
    readonly status: number | null;
    readonly error: string | null;
  }[];
}

/** An account of the simulator: its credentials and all operations of a test. */
export interface TestAccount {
  /** The simulator's URL. */
  readonly url: string;
  readonly accountId: string;
  /** Name and password of the login. */
  readonly shortName: string;
  readonly password: string;
  readonly token: string;
  readonly consoleToken: string;
  readonly webhookSecret: string;
  /** Id of the account's own agreement, which allows every payment method and survives a reset. */
  readonly agreementId: string;
  readonly merchantId: string;
  /** Name for the merchant login, with `password`. */
  readonly merchantEmail: string;
  readonly session: Sessions;
  readonly webhooks: Webhooks;
  /**
   * Sends a valid webhook to a receiver. If the receiver rejects it, sends up to 40 more, each with a known
   * mistake, to find out which mistake the receiver makes. Resolves with null if the receiver accepts it.
   * @example
   * expect(await sim.findMistake(`${shop.url}/webhooks/A-7`)).toBeNull();
   */
  findMistake(webhookUrl: string): Promise<ReceiverMistake | null>;
  readonly clock: AccountClock;
  readonly chaos: AccountChaos;
  /**
   * Scripts the outcomes of the next sessions without changes to the program under test. Sets new rules,
   * clears the rules (`null`), or only returns their progress (no argument). The first rule that matches a
   * session gives it its next outcome.
   */
  script(newScript?: readonly ScriptRule[] | WantedScript | null): Promise<Script>;
  /**
   * The account's credentials as environment variables, as set by `sim exec`: `SIM_URL`, `SIM_TOKEN` and so
   * on. If `tls` is set, also `NODE_EXTRA_CA_CERTS`, which makes Node and Bun programs trust the simulator.
   */
  readonly env: Readonly<Record<string, string>>;
  /** Returns all events of the account since its creation or reset, oldest first. */
  trace(filter?: { readonly type?: string; readonly session?: SessionRef }): TraceEvent[];
  /** Returns the account without its credentials; `JSON.stringify` turns it into a file to commit. */
  snapshot(): Promise<Snapshot>;
  /**
   * Replaces the account's content by a snapshot: a result of `snapshot()`, or the path of a file of
   * `sim snapshot save`. If it fails, nothing changes. The account's credentials stay; pending waits reject.
   */
  restore(snapshot: Snapshot | string): Promise<void>;
  /** Resets the account to its initial state; its credentials and agreement stay. Pending waits reject. */
  reset(): Promise<void>;
}

/** A simulator in this process, in memory, and its first account. */
export interface TestSimulator extends TestAccount {
  /** The accounts of the seed, including this account; empty if there is no seed. */
  readonly seeded: readonly TestAccount[];
  /** PEM certificate for https clients: the `ca` of their agent. Null if `tls` isn't set. */
  readonly ca: string | null;
  /** Creates another account, which is separate from the others. */
  account(): Promise<TestAccount>;
  /** Ends the simulator and frees its port; repeated calls have no effect. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The error for a failed expectation and for a refused call. Its message ends with the story of the session.
 */
export declare class SimulatorAssertionError extends Error {
  override readonly name: 'SimulatorAssertionError';
  /** HTTP status of a refused call; undefined for a failed expectation. */
  readonly status: number | undefined;
  /** The problem that a refused call returned; undefined for a failed expectation. */
  readonly problem: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Starts a simulator in this process: a free port, everything in memory, ready in some tens of milliseconds.
 */
export declare function startSimulator(options?: TestSimulatorOptions): Promise<TestSimulator>;
