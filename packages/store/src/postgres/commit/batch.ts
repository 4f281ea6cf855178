import { type AccountClock, clockIn, getOrCreate, type Kind, type Records } from '@svc-simulator/core';
import {
  type CommittedEvent,
  checkClearing,
  committedEvent,
  type DeriveRecords,
  type NumberedEvent,
  notLockedError,
  type StorePolicy,
} from '../../commit.ts';
import type { Change, Put, Ref } from '../../store.ts';
import type { StoreTransaction } from '../../transaction.ts';
import { type AccountClocks, type ClockChange, machineDueMs } from '../jobs/account-clocks.ts';
import type { ActiveJob } from '../jobs/job-runner.ts';
import { turnKeyOf } from '../jobs/jobs.ts';
import { recordKey } from '../record-reader.ts';
import { MAX_TAGS } from '../schema/migrations.ts';

export type WriteMode =
  /** The scope locks the record or its account, so an existing record is replaced. */
  | 'replace'
  /** The scope doesn't lock the record, so it must not exist. */
  | 'new'
  /** The record is derived from an event. An existing record stays. */
  | 'unless-there';

export interface RecordWrite extends Ref {
  readonly account: string | null;
  readonly tags: readonly string[];
  readonly timerMs: number | null;
  /** Due time on the machine's clock. */
  readonly dueMs: number | null;
  /** Due time of the job that the write adds; null if it adds none. */
  readonly newJobDueMs: number | null;
  /** True if the write changes the timer of a record that can have a job. */
  readonly mayHaveOldJob: boolean;
  readonly activeJob: ActiveJob | undefined;
  readonly json: string;
  readonly mode: WriteMode;
  readonly transaction: StoreTransaction;
}

/** Decides which timers become jobs in their commit, and knows the jobs that this instance runs. */
export interface JobAdmission {
  /** Returns how many timers of this turn may become jobs if they are due at `dueMs` (machine's clock). */
  freePlacesFor(turnKey: string, dueMs: number): number;
  activeJobOf(kind: Kind, id: string): ActiveJob | undefined;
}

/** The effect of a batch on one record. */
interface RecordFate {
  readonly ref: Ref;
  /** True if a change deletes the record. If the record is put again afterwards, it gets a new `seq`. */
  isDeleted: boolean;
  put: RecordWrite | null;
}

interface BatchOptions {
  readonly policy: StorePolicy;
  readonly derive: DeriveRecords | undefined;
  readonly jobs: JobAdmission;
  readonly records: ReadonlyMap<string, Records[Kind]>;
  readonly lastEventIds: ReadonlyMap<string, number>;
  readonly clocks: AccountClocks;
}

/**
 * Combines changes of several transactions into one write. The transactions lock different records, so a
 * change doesn't depend on the others, except for the ids of its events.
 */
export class Batch {
  readonly events: CommittedEvent[] = [];
  readonly clears: { readonly account: string; readonly kinds: readonly Kind[] }[] = [];
  readonly clearedTraces: string[] = [];
  readonly deletedAccounts: string[] = [];
  readonly clockChanges: ClockChange[] = [];
  readonly accounts = new Set<string>();
  /** Length of all JSON texts. */
  characters = 0;
  readonly #options: BatchOptions;
  readonly #fates = new Map<string, RecordFate>();
  readonly #jobCounts = new Map<string, number>();
  readonly #lastEventIds: Map<string, number>;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#lastEventIds = new Map(options.lastEventIds);
  }

  nextEventId(account: string): number {
    return (this.#lastEventIds.get(account) ?? 0) + 1;
  }

  get puts(): RecordWrite[] {
    return [...this.#fates.values()].flatMap(({ put }) => put ?? []);
  }

  get deletes(): readonly Ref[] {
    return [...this.#fates.values()].flatMap(({ ref, isDeleted }) => (isDeleted ? ref : []));
  }

  /**
   * Records whose old job the write must remove. If this instance is running the old job, the job removes
   * itself, unless the record gets a new job. After an outage, graphile-worker could then confuse the two jobs
   * and delete the new one.
   */
  get jobRemovals(): readonly Ref[] {
    return [...this.#fates.values()].flatMap(({ ref, isDeleted, put }) => {
      const hasNewJob = put !== null && put.newJobDueMs !== null;
      const isOldJobObsolete = put === null ? isDeleted : !hasNewJob && (isDeleted || put.mayHaveOldJob);
      const isRunningHere = this.#options.jobs.activeJobOf(ref.kind, ref.id) !== undefined;
      return (isRunningHere ? hasNewJob : isOldJobObsolete) ? ref : [];
    });
  }

  get isEmpty(): boolean {
    const { events, clears, clearedTraces } = this;
    return this.#fates.size + events.length + clears.length + clearedTraces.length === 0;
  }

  /**
   * @throws if the change writes records that its scope doesn't allow, or values that JSON can't represent;
   * nothing is added then
   */
  add(transaction: StoreTransaction, change: Change<unknown>): void {
    const { account } = transaction.scope;
    const { clear = [], clearTrace = false, deletes = [] } = change;
    checkClearing(change, transaction.scope);
    const puts = (change.puts ?? []).map((put) =>
      this.#toWrite(transaction, put, this.#modeOf(transaction, put)),
    );
    this.accounts.add(account);
    let lastEventId = this.nextEventId(account) - 1;
    const numberedEvents = (change.events ?? []).map(
      (draft): NumberedEvent => ({ ...draft, accountId: account, id: ++lastEventId }),
    );
    const derivedWrites = change.isHistory ? [] : this.#derivedWrites(transaction, numberedEvents);
    if (clear.length > 0) this.clears.push({ account, kinds: clear });
    if (clear.includes('account')) {
      this.deletedAccounts.push(account);
      this.clockChanges.push({ account, clock: undefined });
    }
    if (clearTrace) this.clearedTraces.push(account);
    for (const ref of deletes) {
      const fate = this.#fate(ref);
      fate.isDeleted = true;
      fate.put = null;
    }
    for (const put of puts) this.#fate(put).put = put;
    for (const { kind, id, value } of change.puts ?? []) {
      const clock = clockIn(kind, value);
      if (kind === 'account' && !isSameClock(clock, this.#options.clocks.get(id)))
        this.clockChanges.push({ account: id, clock });
    }
    for (const put of derivedWrites) this.#fate(put).put ??= put;
    const events = numberedEvents.map(committedEvent);
    this.events.push(...events);
    for (const { json } of [...puts, ...derivedWrites, ...events]) this.characters += json.length;
    this.#lastEventIds.set(account, lastEventId);
  }

  #derivedWrites(transaction: StoreTransaction, events: readonly NumberedEvent[]): RecordWrite[] {
    const puts = events.flatMap((event) => this.#options.derive?.(event) ?? []);
    return puts.map((put) => this.#toWrite(transaction, put, 'unless-there'));
  }

  #modeOf({ scope }: StoreTransaction, { kind, id }: Put): WriteMode {
    if (scope.exclusive || scope.lock?.some((lockedRef) => lockedRef.id === id && lockedRef.kind === kind))
      return 'replace';
    if (this.#options.records.has(recordKey(kind, id))) throw notLockedError({ kind, id });
    return 'new';
  }

  #toWrite(transaction: StoreTransaction, { kind, id, value }: Put, mode: WriteMode): RecordWrite {
    const { accountOf, tagsOf } = this.#options.policy;
    const timerMs = this.#timerOf(kind, value);
    const account = accountOf(kind, value);
    const tags = tagsOf(kind, value);
    if (tags.length > MAX_TAGS) throw new Error(`a ${kind} stands in more than ${MAX_TAGS} lists`);
    const dueMs = machineDueMs(
      kind,
      timerMs,
      account === null ? undefined : this.#options.clocks.get(account),
    );
    const before = this.#options.records.get(recordKey(kind, id));
    const beforeMs = before === undefined ? null : this.#timerOf(kind, before);
    const isTimerNew = before === undefined || beforeMs !== timerMs;
    const isJob =
      isTimerNew &&
      dueMs !== null &&
      mode !== 'unless-there' &&
      this.#takePlace(turnKeyOf(kind, account), dueMs);
    return {
      kind,
      id,
      account,
      tags,
      timerMs,
      dueMs,
      newJobDueMs: isJob ? dueMs : null,
      mayHaveOldJob: isTimerNew && (beforeMs !== null || (transaction.scope.exclusive ?? false)),
      activeJob: this.#options.jobs.activeJobOf(kind, id),
      json: JSON.stringify(value),
      mode,
      transaction,
    };
  }

  #takePlace(turn: string, dueMs: number): boolean {
    const count = this.#jobCounts.get(turn) ?? 0;
    if (count >= this.#options.jobs.freePlacesFor(turn, dueMs)) return false;
    this.#jobCounts.set(turn, count + 1);
    return true;
  }

  #timerOf<K extends Kind>(kind: K, value: Records[K]): number | null {
    const timer = this.#options.policy.timerOf(kind, value);
    return timer === null ? null : Math.ceil(timer);
  }

  #fate({ kind, id }: Ref): RecordFate {
    const newFate = () => ({ ref: { kind, id }, isDeleted: false, put: null });
    return getOrCreate(this.#fates, recordKey(kind, id), newFate);
  }
}

function isSameClock(a: AccountClock | undefined, b: AccountClock | undefined): boolean {
  return a?.offsetMs === b?.offsetMs && a?.frozenAt === b?.frozenAt;
}
