import type {
  FailureReason,
  PaymentMethodName,
  SessionRef,
  Sessions,
  TraceEvent,
  Webhooks,
} from './sessions-api.ts';
/**
 * What `svc-simulator/testing` offers. The build puts this file and `sessions-api.ts` together, as the types of the package, so they
 * import nothing else and hold declarations only; the implementation is compared with it by the type checker.
 */

/** How the simulator of a test is to run. */
export interface TestSimulatorOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Serves https with a certificate of its own making, which `sim.ca` vouches for. Default: http. */
  readonly tls?: boolean;
  /** From payment to accreditation, in ms. Default 0: a test should not wait for banks. */
  readonly accreditationDelayMs?: number;
  /** VES per unit of a currency, as decimal texts; currencies that are left out keep their rate. */
  readonly rates?: Readonly<Record<string, string>>;
  /** A snapshot, or the path of one: its accounts are made, and the simulator's own account is its first. */
  readonly seed?: Snapshot | string;
  /** How long waits last unless they say so themselves, in ms. Default: 4000, less in the first 5 s of the simulator (but 2500 at
   * least), so that they end before the 5 s after which a runner ends the test that started it. */
  readonly timeoutMs?: number;
  /** Language of what errors and stories say to people; default: `SIM_LANG`, else that of `LC_ALL`, `LC_MESSAGES` or `LANG`, as the command line has it. */
  readonly lang?: 'es' | 'en' | (string & {});
  /** Called with what the simulator warns of; default: nobody is told. */
  readonly log?: (
    level: 'info' | 'warn' | 'error',
    message: string,
    fields?: Readonly<Record<string, unknown>>,
  ) => void;
}

/** A point in time: ISO 8601 (UTC when it names no offset), a `Date`, or milliseconds since 1970. */
export type Instant = string | number | Date;

/**
 * The time of one account; other accounts and the process keep theirs. Expiry, accreditation, retries, retention and the
 * timestamps of signatures follow it. Every call resolves with what the clock shows then.
 */
export interface AccountClock {
  now(): Promise<Date>;
  /**
   * Lets time pass: what comes due happens in order, each thing at its own time. Resolves when it has, and the webhooks of
   * the span have been answered, given up or put off. A text such as `14 days`, `90s` or `1h 30m`, or milliseconds.
   */
  advance(duration: string | number): Promise<Date>;
  /** Stops it, at another time if one is given: nothing expires, nothing is retried. */
  freeze(at?: Instant): Promise<Date>;
  /** Lets it go on from where it stands. */
  unfreeze(): Promise<Date>;
  /** Sets it, forwards or back; it runs or stands still as before. What is due by then happens at once, at the new time. */
  set(at: Instant): Promise<Date>;
  /** Back to real time. */
  reset(): Promise<Date>;
}

/** Which sessions a rule is for: those that all of it is true of. `*` in a text stands for any text. */
export interface ScriptMatch {
  /** The amount, or a pattern of it with two decimals, such as `*.02`. */
  readonly amount_reference?: number | string;
  readonly identifier?: string;
  readonly agreement_id?: string;
  readonly currency_reference?: 'USD' | 'EUR' | 'COP' | 'USDT' | 'VES';
  readonly description?: string;
  readonly origin?: 'button' | 'request';
  /** How the payer pays: the rule is looked at when somebody does. */
  readonly method?: PaymentMethodName;
}

/** How a session ends; what is left out goes as it would without a script. */
export interface ScriptOutcome {
  readonly leg1?: 'paid' | 'failed' | 'expired' | null;
  /** `none`: never accredited. */
  readonly leg2?: 'accredited' | 'accreditation_to_recipient_failed' | 'none' | null;
  /** From the creation of the session, with no payer. Left out: when somebody pays, whatever the key. */
  readonly after_ms?: number | null;
  /** What a payer is told whose payment fails. */
  readonly user_message?: string | null;
  /** Why it fails; left out: `bank_rejected`. */
  readonly reason?: FailureReason | 'bank_rejected' | null;
}

export interface ScriptRule {
  readonly name?: string | null;
  readonly match: ScriptMatch;
  /** Handed out in order, one to each session that matches. */
  readonly outcomes: readonly ScriptOutcome[];
  /** What follows when they are used up: the rule matches no more (default), begins again, or stays at its last one. */
  readonly afterwards?: 'stop' | 'repeat' | 'last';
}

export interface WantedScript {
  readonly rules?: readonly ScriptRule[];
  /** Rules that come with the simulator, tried after one's own. */
  readonly ready?: 'magic_amounts';
}

/** A script and how far it is. */
export interface Script {
  /** ISO 8601; null: there is no script. */
  readonly set_at: string | null;
  readonly ready: 'magic_amounts' | null;
  readonly rules: readonly (ScriptRule & {
    readonly index: number;
    /** How many outcomes it has handed out. */
    readonly matched: number;
    /** What it hands out next, with its place in `outcomes`; null: it matches no more. */
    readonly next: (ScriptOutcome & { readonly step: number }) | null;
  })[];
}

/** What is to go wrong; what is left out does not. Rates are probabilities from 0 to 1, times milliseconds, or a span of them. */
export interface ChaosFaults {
  /** The same seed gives the same faults, webhook by webhook. Default: one is picked. */
  readonly seed?: number;
  /** A webhook comes twice, under the same idempotency key. */
  readonly duplicate?: number;
  /** A webhook comes after the next one of its session. */
  readonly reorder?: number;
  /** Holds webhooks back before their first attempt, by the account's clock. */
  readonly delay_ms?: number | { readonly min: number; readonly max: number };
  /** An attempt is not let out; the retry comes. */
  readonly drop?: number;
  /** An attempt carries a wrong signature. */
  readonly bad_signature?: number;
  /** An attempt was signed 10 minutes ago. */
  readonly stale_timestamp?: number;
  /** Holds answers of the API back, by real time. */
  readonly latency_ms?: number | { readonly min: number; readonly max: number };
  /** API calls are answered 500 or 503, and nothing is done. */
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
  /** null: nothing goes wrong. */
  readonly seed: number | null;
  /** Webhooks and API calls since it was set. */
  readonly webhooks: number;
  readonly calls: number;
  /** How many faults there were. */
  readonly injected: Readonly<Record<ChaosFaultName, number>>;
}

/** What goes wrong for one account; its trace names each fault (`chaos.injected`). */
export interface AccountChaos {
  /** In place of what was set before. */
  set(faults: ChaosFaults): Promise<ChaosState>;
  show(): Promise<ChaosState>;
  off(): Promise<void>;
}

/** What `sim snapshot save` writes: accounts with all that they have but what opens something. */
export interface Snapshot {
  readonly format: 'svc-simulator/snapshot';
  readonly version: number;
  /** ISO 8601. */
  readonly saved_at: string;
  readonly accounts: readonly Readonly<Record<string, unknown>>[];
}

/** An account of the simulator: its credentials, and everything that a test does with it. */
export interface TestAccount {
  /** The simulator's address. */
  readonly url: string;
  readonly accountId: string;
  /** Name and password of the login. */
  readonly shortName: string;
  readonly password: string;
  /** API token. */
  readonly token: string;
  readonly consoleToken: string;
  readonly webhookSecret: string;
  /** Its agreement takes every payment method, and outlives a reset. */
  readonly agreementId: string;
  readonly merchantId: string;
  /** Opens the merchant login, with `password`. */
  readonly merchantEmail: string;
  readonly session: Sessions;
  readonly webhooks: Webhooks;
  readonly clock: AccountClock;
  readonly chaos: AccountChaos;
  /**
   * How the next sessions end, without the program under test being touched: sets rules in the place of those that are there,
   * takes them away (`null`), or only tells how far they are. The first rule that matches a session hands out its next outcome.
   */
  script(wanted?: readonly ScriptRule[] | WantedScript | null): Promise<Script>;
  /**
   * Its credentials as environment variables, as `sim exec` sets them: `SIM_URL`, `SIM_TOKEN` and so on. With `tls` also
   * `NODE_EXTRA_CA_CERTS`, by which programs of Node and Bun that are started with them trust the simulator.
   */
  readonly env: Readonly<Record<string, string>>;
  /** Everything that happened to the account since it was made or reset, oldest first. */
  trace(filter?: { readonly type?: string; readonly session?: SessionRef }): TraceEvent[];
  /** All that the account has but its credentials; `JSON.stringify` makes a file of it that can be committed. */
  snapshot(): Promise<Snapshot>;
  /**
   * Makes the account what a snapshot says, all or nothing: one that `snapshot()` gave, or the path of a file that
   * `sim snapshot save` wrote. Its credentials stay; waits that are open reject.
   */
  restore(snapshot: Snapshot | string): Promise<void>;
  /** The account as newly made; its credentials and its agreement stay. Waits that are open reject. */
  reset(): Promise<void>;
}

/** A simulator in this process, in memory, and its first account. */
export interface TestSimulator extends TestAccount {
  /** The accounts of the seed, the first of which is this one; none without a seed. */
  readonly seeded: readonly TestAccount[];
  /** What programs have to trust to reach it by https, as PEM: the `ca` of an agent of theirs. Null without `tls`. */
  readonly ca: string | null;
  /** A further account, which sees nothing of the others. */
  account(): Promise<TestAccount>;
  /** Ends it and frees its port; calling it again does nothing. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a test expected of the simulator did not happen, or was refused. The message ends with the story of the session. */
export declare class SimulatorAssertionError extends Error {
  override readonly name: 'SimulatorAssertionError';
  /** HTTP status and problem of a refusal; undefined otherwise. */
  readonly status: number | undefined;
  readonly problem: Readonly<Record<string, unknown>> | undefined;
}

/** Starts a simulator in this process: a free port, everything in memory, ready in some tens of milliseconds. */
export declare function startSimulator(options?: TestSimulatorOptions): Promise<TestSimulator>;
