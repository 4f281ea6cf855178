import type { Kind, Records, TraceDraft } from '@svc-simulator/core';
import type { Integrity } from './integrity.ts';

export interface Ref<K extends Kind = Kind> {
  readonly kind: K;
  readonly id: string;
}

export function ref<K extends Kind>(kind: K, id: string): Ref<K> {
  return { kind, id };
}

export type Put<K extends Kind = Kind> = {
  [P in K]: { readonly kind: P; readonly id: string; readonly value: Records[P] };
}[K];

export function put<K extends Kind>(kind: K, id: string, value: Records[K]): Put<K> {
  return { kind, id, value };
}

export interface DecisionView {
  get<K extends Kind>(kind: K, id: string): Records[K] | undefined;
  /** Id of the change's first event. The change's other events get the next ids. */
  readonly nextEventId: number;
  readonly now: number;
}

export interface Change<T> {
  readonly result: T;
  readonly puts?: readonly Put[];
  readonly deletes?: readonly Ref[];
  /**
   * Deletes the account's records of these kinds before the puts of this change. If the kinds include
   * `account`, the account itself is deleted: later transactions of the account return their result, but
   * store nothing.
   */
  readonly clear?: readonly Kind[];
  /** Deletes the account's trace before adding this change's events; event ids continue. */
  readonly clearTrace?: boolean;
  readonly events?: readonly TraceDraft[];
  /** True if the events come from a snapshot: no records, such as practices, are derived from them. */
  readonly isHistory?: boolean;
}

export interface Scope {
  readonly account: string;
  /**
   * Records that the decision may write; they stay locked until the change is stored. New records with
   * unguessable ids need no lock.
   */
  readonly lock?: readonly Ref[];
  readonly read?: readonly Ref[];
  /** Locks the whole account: no other transaction of the account runs at the same time. */
  readonly exclusive?: boolean;
}

/**
 * The store couldn't read or write (disk full, database away). The API returns 503. The change was not
 * stored, with one exception: if the connection to PostgreSQL breaks during a commit, the commit can have
 * succeeded.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** The store never returned this cursor. The API returns 400. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
  readonly cursor: string;

  constructor(cursor: string) {
    super(`no list gave out the cursor ${JSON.stringify(cursor)}`);
    this.cursor = cursor;
  }
}

export interface ListQuery {
  readonly tag?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** The page ends with the record that reaches this size in stored bytes. Default: `PAGE_BYTES`. */
  readonly maxBytes?: number;
}

export interface CountQuery {
  readonly tag?: string | undefined;
  readonly limit: number;
}

/** A page ends at this size even before its limit, so that large records can't fill the memory. */
export const PAGE_BYTES = 4 * 2 ** 20;

/** A page can have fewer items than its limit. Only on the last page, `nextCursor` is null. */
export interface StorePage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export interface AccountExport {
  readonly account: Records['account'];
  /** Ordered by kind, then oldest first. */
  readonly records: readonly Put[];
  readonly events: readonly StoredTraceEvent[];
}

export interface AccountUsage {
  readonly sessions: number;
  readonly bytes: number;
}

/** An account as the operator's list shows it. */
export interface AccountOverview extends AccountUsage {
  readonly account: Records['account'];
  /** Number of open deliveries. */
  readonly waiting: number;
  /** Time of the latest event on the account's clock; null if there are no events. */
  readonly activeAt: number | null;
}

export interface ExportQuery {
  readonly kinds: readonly Kind[];
  readonly withEvents: boolean;
  readonly maxRecords: number;
  /** Stored bytes of records and events together. */
  readonly maxBytes: number;
}

export interface TraceQuery {
  readonly types?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  /** Only events with a greater id (order `asc`) or a smaller id (order `desc`). */
  readonly after?: number | undefined;
  readonly limit: number;
  readonly maxBytes?: number;
  readonly order: 'asc' | 'desc';
}

export interface StoredTraceEvent {
  readonly accountId: string;
  readonly id: number;
  readonly type: string;
  readonly sessionId: string | undefined;
  readonly json: string;
  /** `data` of `json`, already parsed. Listeners can read it; afterwards it is undefined, to save memory. */
  readonly data?: TraceDraft['data'] | undefined;
}

export interface Trace {
  /** `nextCursor` is the id of the page's last event, for `after` of the next page. */
  page(accountId: string, query: TraceQuery): Promise<StorePage<StoredTraceEvent>>;
  get(accountId: string, id: number): Promise<StoredTraceEvent | undefined>;
  /**
   * Calls `listener` for each new event of the account, in order. No event that is stored after `onReady` is
   * missed. If `accountId` is null, calls it for all accounts, but only for events that this instance stored.
   */
  subscribe(
    accountId: string | null,
    listener: (event: StoredTraceEvent) => void,
    onReady?: () => void,
  ): () => void;
  /**
   * Calls `listener` for the events of all accounts and all instances. An event of another instance can come
   * late, or never if that instance dies, so a caller must also read the store.
   */
  everywhere?(listener: (event: StoredTraceEvent) => void): () => void;
}

export interface Peers {
  readonly self: string;
  isAlive(instance: string): boolean | Promise<boolean>;
  /**
   * Returns the instance that is responsible for `name`. All instances give the same answer, except while an
   * instance starts or ends.
   */
  homeOf(name: string): string;
  /** Rate limits that all instances count together. */
  readonly windows: {
    /**
     * Counts a use in the account's window, which starts with the first use and lasts `lengthMs` or until
     * `limit` changes.
     * @throws StoreUnavailableError
     */
    count(accountId: string, limit: number, now: number, lengthMs: number): Promise<CountedUse>;
    forget(accountId: string): Promise<void>;
  };
}

export interface CountedUse {
  readonly startedAt: number;
  readonly used: number;
  readonly isWithinLimit: boolean;
}

/** A timer handler rejects with this error to pass the timer to another instance. */
export class WrongInstanceError extends Error {
  override readonly name = 'WrongInstanceError';
  readonly instance: string;

  constructor(instance: string) {
    super(`this is for the instance ${instance}`);
    this.instance = instance;
  }
}

/**
 * Handles a record's due timer (`timerOf`). The handler must change the record so that its timer changes. A
 * handler that rejects is called again.
 *
 * `passedMs` is usually null. If the machine's clock was set back while the timer waited, the clock shows
 * less than the due time; `passedMs` is then the due time, and the handler must treat the timer as due.
 */
export type TimerHandler = (ref: Ref, passedMs: number | null) => Promise<void>;

/** If the machine's clock is set back, timers that are due within this time keep their remaining wait. */
export const SOON_MS = 60_000;

/**
 * Maximum number of timers that an instance handles at the same time, divided among accounts by `Shares`.
 * Most of these handlers wait for receivers.
 */
export const TIMER_PLACES = 4096;

export interface DueWork {
  readonly due: number;
  readonly underWay: number;
  /** Due time of the oldest waiting timer in milliseconds; null if no timer waits. */
  readonly oldestDueAt: number | null;
  /** Accounts that use their whole share and have more due timers, which `due` doesn't count. */
  readonly overShare: { readonly accounts: number; readonly oldestDueAt: number | null };
}

/** The state of the simulator: records, trace and timers. A change is stored completely or not at all. */
export interface Store {
  /**
   * Locks and loads the records of the scope, runs `decide` once and stores the change. Resolves when the
   * stored change would survive a crash of the process. `decide` is synchronous and pure; if it throws,
   * nothing is stored.
   * @throws StoreUnavailableError if the change couldn't be written
   */
  transact<T>(scope: Scope, decide: (view: DecisionView) => Change<T>): Promise<T>;
  /** Runs `work` once before the next commit. Transactions that `work` begins are part of that commit. */
  beforeNextCommit(work: () => void): void;
  /** Returns committed state only; synchronous in the embedded store. */
  get<K extends Kind>(kind: K, id: string): Records[K] | undefined | Promise<Records[K] | undefined>;
  list<K extends Kind>(kind: K, accountId: string, query: ListQuery): Promise<StorePage<Records[K]>>;
  /**
   * Counts the records of a list, up to `limit`.
   * @throws StoreUnavailableError
   */
  count(kind: Kind, accountId: string, query: CountQuery): number | Promise<number>;
  /**
   * Returns a consistent copy of an account; undefined if it doesn't exist, `too-large` if it exceeds the
   * limits.
   * @throws StoreUnavailableError
   */
  exportAccount(accountId: string, query: ExportQuery): Promise<AccountExport | 'too-large' | undefined>;
  /**
   * Reads the whole account, so it is slow.
   * @throws StoreUnavailableError
   */
  usageOf(accountId: string): Promise<AccountUsage>;
  /**
   * Describes one account, or all of them. Reads everything that they have stored, so it is slow.
   * @throws StoreUnavailableError
   */
  accountOverviews(accountId?: string): Promise<readonly AccountOverview[]>;
  readonly trace: Trace;
  readonly peers?: Peers;
  start(handler: TimerHandler): void;
  /**
   * Counts due timers of all instances.
   * @throws StoreUnavailableError
   */
  dueWork(): DueWork | Promise<DueWork>;
  /** @throws StoreUnavailableError if the store can't be reached */
  ping(): void | Promise<void>;
  /**
   * Resolves once no timer of the account is due or running. The result is the time of the next timer on the
   * account's clock; null if there is none.
   * @throws StoreUnavailableError if the account has no clock of its own, or the store closes
   */
  whenCaughtUp(accountId: string): Promise<number | null>;
  isEmpty(): boolean | Promise<boolean>;
  readonly integrity: Integrity;
  close(): Promise<void>;
}

/** Returns a cursor that stays valid if the page's last item, which has this `seq`, is deleted. */
export function cursorAfter(seq: number): string {
  return Buffer.from(`seq:${seq}`).toString('base64url');
}

/**
 * @throws InvalidCursorError if `cursorAfter` did not create the cursor
 */
export function seqOfCursor(cursor: string): number {
  const [, digits] = /^seq:([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits === undefined) throw new InvalidCursorError(cursor);
  return Number(digits);
}
