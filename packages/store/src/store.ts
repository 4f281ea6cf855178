import type { Kind, Records, TraceDraft } from '@svc-simulator/core';
import type { Integrity } from './integrity.ts';

/** Names one record. */
export interface Ref<K extends Kind = Kind> {
  readonly kind: K;
  readonly id: string;
}

export function ref<K extends Kind>(kind: K, id: string): Ref<K> {
  return { kind, id };
}

/** A record to be written whole, under its kind and id. */
export type Put<K extends Kind = Kind> = {
  [P in K]: { readonly kind: P; readonly id: string; readonly value: Records[P] };
}[K];

export function put<K extends Kind>(kind: K, id: string, value: Records[K]): Put<K> {
  return { kind, id, value };
}

/** What a decision may look at: exactly the records that its scope names. */
export interface View {
  get<K extends Kind>(kind: K, id: string): Records[K] | undefined;
  /** The trace id that the first event of this change will get; the others follow without a gap. */
  readonly nextEventId: number;
  /** The time of the scope's account (its own clock's, or the machine's), the same throughout the decision. */
  readonly now: number;
}

/** Everything that one decision changes; it is stored whole or not at all. */
export interface Change<T> {
  readonly result: T;
  readonly puts?: readonly Put[];
  readonly deletes?: readonly Ref[];
  /**
   * Drops every record of these kinds of the scope's account (reset); puts of the same change come after. With the kind
   * `account` the account ends: what is decided for it later, by whom it took unawares, is answered and not stored.
   */
  readonly clear?: readonly Kind[];
  /** Drops the account's trace before this change's events are added; event ids go on. */
  readonly clearTrace?: boolean;
  readonly events?: readonly TraceDraft[];
  /** The events are old ones that are brought back: no record follows from them. */
  readonly isHistory?: boolean;
}

export interface Scope {
  /** Whose trace the events join, and whose records `clear` drops. */
  readonly account: string;
  /**
   * Records that the decision may write; held against other transactions until this one is stored. New records under
   * ids that nobody else can know need not be named, nor need records that are only deleted.
   */
  readonly lock?: readonly Ref[];
  /** Further records that it only looks at. */
  readonly read?: readonly Ref[];
  /** Nothing else of the account is under way while this runs (reset). */
  readonly exclusive?: boolean;
}

/** The store could not write (disk full, database away); memory is as it was. Answered as 503. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** A cursor that no page has given out. Answered as 400. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
  readonly cursor: string;

  constructor(cursor: string) {
    super(`no list gave out the cursor ${JSON.stringify(cursor)}`);
    this.cursor = cursor;
  }
}

export interface ListQuery {
  /** One of the tags that `tagsOf` gives the records of that kind. */
  readonly tag?: string | undefined;
  /** From `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** The page ends with the record that reaches so many bytes as it is stored; default `PAGE_BYTES`. */
  readonly maxBytes?: number;
}

export interface CountQuery {
  /** As in `ListQuery`. */
  readonly tag?: string | undefined;
  readonly most: number;
}

/** A page of records or events ends here whatever its limit, so that nobody's large ones fill the memory of all. */
export const PAGE_BYTES = 4 * 2 ** 20;

/** A page may be shorter than its limit and not be the last one: only `nextCursor` says whether there is more. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Everything of one account at one point in time. */
export interface AccountExport {
  readonly account: Records['account'];
  /** Oldest first (by creation) within each kind. */
  readonly records: readonly Put[];
  /** Those that a page of the trace shows, oldest first. */
  readonly events: readonly StoredEvent[];
}

/** What an account has stored. */
export interface Usage {
  readonly sessions: number;
  /** Of its records and trace events. */
  readonly bytes: number;
}

/** What of an account is wanted whole, and how much of it at most. */
export interface ExportQuery {
  readonly kinds: readonly Kind[];
  readonly withEvents: boolean;
  readonly maxRecords: number;
  /** Of the records and the events together, as they are stored. */
  readonly maxBytes: number;
}

export interface TraceQuery {
  /** Only events of one of these. */
  readonly types?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  /** Only events with a greater id (`asc`), or a smaller one (`desc`). */
  readonly after?: number | undefined;
  readonly limit: number;
  /** As in `ListQuery`. */
  readonly maxBytes?: number;
  readonly order: 'asc' | 'desc';
}

/** A stored trace event: its id, type and the JSON text that was written, which is served as it is. */
export interface StoredEvent {
  readonly accountId: string;
  readonly id: number;
  readonly type: string;
  readonly sessionId: string | undefined;
  readonly json: string;
  /** What `json` holds under `data`, when it is at hand: in events that are published as they are stored. */
  readonly data?: TraceDraft['data'] | undefined;
}

export interface Trace {
  /** `nextCursor` is the id of the page's last event, as `after` of the next page wants it. */
  page(accountId: string, query: TraceQuery): Promise<Page<StoredEvent>>;
  get(accountId: string, id: number): Promise<StoredEvent | undefined>;
  /**
   * Calls `listener` for each event after it is stored, in order; `accountId` null follows all accounts, of several
   * instances those events that this one stores. From `begun` on none is missed, whichever instance stores it.
   */
  subscribe(accountId: string | null, listener: (event: StoredEvent) => void, begun?: () => void): () => void;
  /**
   * Follows all accounts whichever of several instances stores their events. Those of another instance may come late, and are
   * missed when it dies before it has told of them; so what they are about has to be read from the store.
   */
  everywhere?(listener: (event: StoredEvent) => void): () => void;
}

/** The instances that share one store, as this one knew them a second ago. */
export interface Peers {
  /** The name of this instance. */
  readonly self: string;
  /** Whether an instance of this name, this one or another, is alive. */
  isAlive(instance: string): boolean | Promise<boolean>;
  /** Who looks after what has this name: the same on all instances, while none comes or goes. */
  homeOf(name: string): string;
  /** Uses of an account that all instances count together. */
  readonly windows: {
    /**
     * Counts one in the account's window, which opens with the first one and lasts `lengthMs`, or until `limit` is another.
     * @throws StoreUnavailableError
     */
    count(accountId: string, limit: number, now: number, lengthMs: number): Promise<CountedUse>;
    /** @throws StoreUnavailableError */
    forget(accountId: string): Promise<void>;
  };
}

export interface CountedUse {
  readonly startedAt: number;
  /** Those that passed, this one included if it did. */
  readonly used: number;
  readonly passed: boolean;
}

/** What a timer asks for is another instance's to do: a timer handler that rejects with this has it handed over there. */
export class ElsewhereError extends Error {
  override readonly name = 'ElsewhereError';
  readonly instance: string;

  constructor(instance: string) {
    super(`this is for the instance ${instance}`);
    this.instance = instance;
  }
}

/**
 * Called when a record's timer (`timerOf`) is due. It changes the record so that the timer moves; a rejection is tried again.
 * `passedMs`: this due time was near when the machine's clock was set back, and its wait is over; null where the clock says that it is due.
 */
export type TimerHandler = (ref: Ref, passedMs: number | null) => Promise<void>;

/** What comes within this time when the machine's clock is set back comes when it has passed, in ms: a retry, an accreditation. */
export const SOON_MS = 60_000;

/** Timers that an instance sees to at once. Most of them wait for receivers. Accounts share these places (`Shares`). */
export const PLACES = 4096;

/** Timers that want attention now. */
export interface DueWork {
  /** Due, and not handed over yet. */
  readonly due: number;
  /** Handed over, and not done with. */
  readonly underWay: number;
  /** Since when the oldest of those that are `due` has waited, in ms; null when there is none. */
  readonly oldestDueAt: number | null;
  /** Of accounts that have their share under way: more of theirs is due, which is not counted above. */
  readonly overShare: { readonly accounts: number; readonly oldestDueAt: number | null };
}

/** The state of the simulator: records, trace and timers, changed only by whole decisions (design promise 3). */
export interface Store {
  /**
   * Loads what the scope names under its locks, runs `decide` once, stores the change, and resolves when it is safe
   * from the death of the process. `decide` is synchronous and pure; a throw inside it stores nothing and rejects.
   * @throws StoreUnavailableError when the change could not be written; nothing has changed then.
   */
  transact<T>(scope: Scope, decide: (view: View) => Change<T>): Promise<T>;
  /** Runs `work` before what waits for the next commit is stored, so that what it decides goes with that: once, and soon. */
  beforeNextCommit(work: () => void): void;
  /** Committed state only. The embedded store answers at once, without a promise. */
  get<K extends Kind>(kind: K, id: string): Records[K] | undefined | Promise<Records[K] | undefined>;
  /**
   * Records of one account, newest first (by creation).
   * @throws InvalidCursorError
   */
  list<K extends Kind>(kind: K, accountId: string, query: ListQuery): Promise<Page<Records[K]>>;
  /** How many records stand in a list of an account; counting ends at `most`. @throws StoreUnavailableError */
  count(kind: Kind, accountId: string, query: CountQuery): number | Promise<number>;
  /**
   * An account as it was between two commits, however many go on meanwhile; undefined when there is none, `too-large` when it
   * has more than is wanted.
   * @throws StoreUnavailableError
   */
  exportAccount(accountId: string, query: ExportQuery): Promise<AccountExport | 'too-large' | undefined>;
  /** Reads everything of an account: for now and then. @throws StoreUnavailableError */
  usageOf(accountId: string): Promise<Usage>;
  readonly trace: Trace;
  /** Of a store that several instances may share. */
  readonly peers?: Peers;
  /** Begins to fire timers, those that came due while nobody ran first, in due order. */
  start(handler: TimerHandler): void;
  /** What is due now, of all instances. @throws StoreUnavailableError */
  dueWork(): DueWork | Promise<DueWork>;
  /** Asks the store itself whether it can be reached. @throws StoreUnavailableError */
  ping(): void | Promise<void>;
  /**
   * Of an account that has a clock of its own: resolves once none of its timers is due and no work on them is under way,
   * with the account's time of the next one; null when there is none.
   * @throws StoreUnavailableError when that can't be waited for: it has no clock of its own any more, or the store closes.
   */
  caughtUp(accountId: string): Promise<number | null>;
  /** True when there is no account at all. */
  isEmpty(): boolean | Promise<boolean>;
  /** Whether it may be used: every transaction fails once an invariant of it broke. */
  readonly integrity: Integrity;
  /** Stops timers, waits for commits under way, writes what closing writes. */
  close(): Promise<void>;
}

/** A cursor is the `seq` of the last item of its page; it stays good when that item is gone. */
export function cursorAfter(seq: number): string {
  return Buffer.from(`seq:${seq}`).toString('base64url');
}

/** @throws InvalidCursorError for anything that `cursorAfter` did not make. */
export function seqOfCursor(cursor: string): number {
  const [, digits] = /^seq:([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits === undefined) throw new InvalidCursorError(cursor);
  return Number(digits);
}
