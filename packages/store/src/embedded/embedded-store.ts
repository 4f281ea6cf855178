import {
  type AccountClock,
  type Clock,
  clockIn,
  type Kind,
  kindsOnAccountTime,
  OWN_CLOCK,
  type Records,
} from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import { Low, Memory } from 'lowdb';
import type { DeriveRecords, StorePolicy } from '../commit.ts';
import { Integrity } from '../integrity.ts';
import {
  type AccountExport,
  type AccountOverview,
  type AccountUsage,
  type Change,
  type CountQuery,
  cursorAfter,
  type DecisionView,
  type DueWork,
  type ExportQuery,
  type ListQuery,
  PAGE_BYTES,
  type Scope,
  type Store,
  type StorePage,
  type StoreUnavailableError,
  seqOfCursor,
  type TimerHandler,
} from '../store.ts';
import { OpenTransactions, type StoreTransaction } from '../transaction.ts';
import { exportAccount, measureUsage, readOverviews } from './account-export.ts';
import type { AccountState } from './account-state.ts';
import { CommitEncoder, ScopeView } from './commit-encoder.ts';
import { DataDirectory } from './data-directory.ts';
import { type Files, nodeFiles } from './files/files.ts';
import { CommitQueue } from './journal/commit-queue.ts';
import { GroupLines } from './journal/group-line.ts';
import type { Durability } from './journal/journal.ts';
import { type PreparedCommit, StoreData } from './store-data.ts';
import type { Tables } from './tables.ts';
import { Timers } from './timers.ts';
import type { EmbeddedTrace } from './trace/trace.ts';

export interface EmbeddedStoreOptions {
  /** The data directory; null keeps everything in memory. */
  readonly directory: string | null;
  readonly clock: Clock;
  readonly policy: StorePolicy;
  readonly derive?: DeriveRecords;
  readonly log?: Log;
  /** `default`: committed changes survive a crash of the process. `strict`: they also survive a power cut. */
  readonly durability?: Durability;
  readonly foldBytes?: number;
  readonly files?: Files;
}

interface PendingCommit {
  readonly transaction: StoreTransaction<AccountState>;
  readonly commit: PreparedCommit;
  readonly answer: () => void;
}

const FOLD_BYTES = 64 * 2 ** 20;

/**
 * Opens the store that runs inside the simulator's process. All records are in memory. With a data directory,
 * they are also on the disk, in `db.json` and a journal.
 * @throws DirectoryInUseError, DamagedFileError, UnknownFormatError
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { directory, clock, policy, log = () => {} } = options;
  if (directory === null) {
    const data = new StoreData(policy, { clock, log, files: null });
    return new EmbeddedStore(options, new Low(new Memory<StoreData>(), data), null);
  }
  let store: EmbeddedStore | null = null;
  const dataDirectory = await DataDirectory.open(
    {
      directory,
      clock,
      policy,
      log,
      durability: options.durability ?? 'default',
      foldBytes: options.foldBytes ?? FOLD_BYTES,
      files: options.files ?? nodeFiles,
    },
    (work) => store?.betweenCommits(work) ?? work(),
  );
  store = new EmbeddedStore(options, dataDirectory.low, dataDirectory);
  return store;
}

export class EmbeddedStore implements Store {
  readonly trace: EmbeddedTrace;
  readonly integrity = new Integrity();
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #low: Low<StoreData>;
  readonly #directory: DataDirectory | null;
  readonly #transactions: OpenTransactions<AccountState>;
  readonly #timers: Timers;
  readonly #encoder: CommitEncoder;
  readonly #queue: CommitQueue<PendingCommit>;
  readonly #lines = new GroupLines();
  #writtenAtMs = 0;
  #closing: Promise<void> | null = null;

  constructor(
    { clock, derive, log = () => {} }: EmbeddedStoreOptions,
    low: Low<StoreData>,
    directory: DataDirectory | null,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#low = low;
    this.#directory = directory;
    this.#timers = new Timers(clock, log, (account) => this.#tables.ofAccount(account, kindsOnAccountTime));
    low.data.tables.onTimer = (entry) => this.#timers.onTimerChange(entry);
    this.trace = low.data.trace;
    this.#encoder = new CommitEncoder(low.data, derive, directory !== null);
    this.#queue = new CommitQueue({
      write: (group) => this.#write(group),
      onStored: (group) => this.#onStored(group),
      onRefused: (group, error) => this.#onRefused(group, error),
      onBroken: (cause) => this.integrity.break(cause),
    });
    this.#transactions = new OpenTransactions(this.integrity, this.#decide);
    this.integrity.onBroken(({ cause }) => {
      this.#timers.stop();
      this.#queue.break(cause);
    });
  }

  get #tables(): Tables {
    return this.#low.data.tables;
  }

  transact<T>(scope: Scope, decide: (view: DecisionView) => Change<T>): Promise<T> {
    return this.#transactions.begin(scope, () => this.#low.data.accounts.findOrCreate(scope.account), decide);
  }

  beforeNextCommit(work: () => void): void {
    this.#queue.beforeNext(work);
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.#tables.getValue(kind, id);
  }

  async list<K extends Kind>(kind: K, accountId: string, query: ListQuery): Promise<StorePage<Records[K]>> {
    const { tag, cursor, limit, maxBytes = PAGE_BYTES } = query;
    const before = cursor === undefined ? Number.POSITIVE_INFINITY : seqOfCursor(cursor);
    const items: Records[K][] = [];
    let bytes = 0;
    let lastSeq = 0;
    for (const entry of this.#tables.listNewest(kind, accountId, { tag, before, limit: limit + 1 })) {
      if (items.length === limit || bytes >= maxBytes) return { items, nextCursor: cursorAfter(lastSeq) };
      items.push(entry.value as Records[K]);
      bytes += entry.bytes;
      lastSeq = entry.seq;
    }
    return { items, nextCursor: null };
  }

  count(kind: Kind, accountId: string, { tag, limit }: CountQuery): number {
    return Math.min(limit, this.#tables.countOf(accountId, kind, tag));
  }

  exportAccount(accountId: string, query: ExportQuery): Promise<AccountExport | 'too-large' | undefined> {
    return exportAccount(this.#tables, this.trace, accountId, query);
  }

  usageOf(accountId: string): Promise<AccountUsage> {
    return measureUsage(this.#tables, this.trace, accountId);
  }

  accountOverviews(accountId?: string): Promise<readonly AccountOverview[]> {
    return readOverviews(this.#tables, this.trace, accountId);
  }

  start(handler: TimerHandler): void {
    const start = () => {
      if (!this.#closing) this.#timers.start(this.#tables.entries(), handler, accountClocks(this.#tables));
    };
    const pendingLoad = this.#tables.loadAll();
    if (!pendingLoad) start();
    else
      pendingLoad
        .then(start)
        .catch((cause) => this.#log('error', 'timers could not be started', { cause: String(cause) }));
  }

  ping(): void {}

  dueWork(): DueWork {
    return this.#timers.dueWork();
  }

  whenCaughtUp(accountId: string): Promise<number | null> {
    return this.#timers.whenCaughtUp(accountId);
  }

  isEmpty(): boolean {
    return this.#tables.count('account') === 0;
  }

  betweenCommits<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.between(work);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#transactions.close();
    this.#timers.stop();
    await this.#queue.whenIdle();
    await this.#directory?.close();
  }

  readonly #decide = (transaction: StoreTransaction<AccountState>): void => {
    if (this.integrity.broken) return;
    const { scope, queue: state } = transaction;
    let answer: () => void;
    try {
      const view = new ScopeView(scope, state.nextEventId, this.#tables, this.#clock);
      const decision = transaction.decide(view);
      answer = decision.answer;
      if (hasChanges(decision.change) && !state.isDeleted) {
        const commit = this.#encoder.encode(state, scope, decision.change);
        this.#queue.push({ transaction, commit, answer });
        return;
      }
    } catch (error) {
      this.#transactions.end([transaction]);
      transaction.reject(error);
      return;
    }
    this.#transactions.end([transaction]);
    answer();
  };

  #write(group: readonly PendingCommit[]): Promise<void> | void {
    const nowMs = this.#clock.now();
    this.#writtenAtMs = nowMs;
    if (!this.#directory) return;
    this.trace.files?.refuseWhenStuck();
    const { journal } = this.#directory;
    const commits = group.map(({ commit }) => commit);
    return journal.append(
      this.#lines.encodeGroup({ group: journal.lastGroup + 1, at: nowMs, safe: journal.safeGroup }, commits),
    );
  }

  #onStored(group: readonly PendingCommit[]): void {
    for (const { commit } of group) {
      const { state, clear, puts } = commit;
      this.#low.data.apply(commit, this.#writtenAtMs);
      if (clear.includes('account')) this.#timers.setClock(state.id, undefined);
      for (const { kind, id, value } of puts)
        if (kind === 'account') this.#timers.setClock(id, clockIn<Kind>(kind, value));
      this.#encoder.releaseDerived(commit);
    }
    for (const { commit } of group) this.trace.publish(commit.events);
    for (const { answer } of group) answer();
    this.#end(group);
    this.#directory?.foldWhenDue();
  }

  /** Undoes a group that couldn't be stored. The next commits use its event ids again. */
  #onRefused(group: readonly PendingCommit[], error: StoreUnavailableError): void {
    for (const { commit } of group) {
      commit.state.nextEventId = commit.state.next;
      this.#encoder.releaseDerived(commit);
    }
    for (const { transaction } of group) transaction.reject(error);
    this.#end(group);
  }

  #end(group: readonly PendingCommit[]): void {
    this.#transactions.end(group.map(({ transaction }) => transaction));
  }
}

function hasChanges({ puts, deletes, clear, clearTrace, events }: Change<unknown>): boolean {
  return Boolean(puts?.length || deletes?.length || clear?.length || clearTrace || events?.length);
}

function* accountClocks(tables: Tables): IterableIterator<readonly [string, AccountClock]> {
  for (const entry of tables.ofKind('account')) {
    const clock = entry.tags.includes(OWN_CLOCK) ? clockIn(entry.kind, entry.value) : undefined;
    if (clock) yield [entry.id, clock];
  }
}
