import { randomUUID } from 'node:crypto';
import type { Clock, Kind, Records } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import { rateLimitedLog } from '@svc-simulator/machine/rate-limited-log.ts';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import type { DeriveRecords, StorePolicy } from '../commit.ts';
import { Integrity } from '../integrity.ts';
import {
  type AccountExport,
  type AccountOverview,
  type AccountUsage,
  type Change,
  type CountQuery,
  type DecisionView,
  type DueWork,
  type ExportQuery,
  type ListQuery,
  type Peers,
  type Scope,
  SOON_MS,
  type Store,
  type StorePage,
  StoreUnavailableError,
  type TimerHandler,
} from '../store.ts';
import { queryAccount, queryOverviews, queryUsage } from './account-export.ts';
import type { Batch } from './commit/batch.ts';
import { Committer } from './commit/committer.ts';
import { Database, type DatabaseOptions } from './database.ts';
import { CatchUpWaiters } from './jobs/catch-up-waiters.ts';
import { Instances } from './jobs/instances.ts';
import { TimerQueue } from './jobs/timer-queue.ts';
import { countInList, RecordLists } from './record-lists.ts';
import { RecordReader } from './record-reader.ts';
import { migrate } from './schema/migrate.ts';
import { SCHEMA } from './schema/migrations.ts';
import { Activity, type StoreParts } from './store-parts.ts';
import { Announcements } from './trace/announcements.ts';
import { PostgresTrace } from './trace/postgres-trace.ts';
import { isTraceSweep, sweepTrace } from './trace/trace-sweep.ts';

/**
 * Timers become jobs only this long before they are due. Earlier, many timers still change, and changing a
 * job costs an extra write.
 */
const JOB_LEAD_MS = SOON_MS;

export interface PostgresStoreOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly policy: StorePolicy;
  readonly derive?: DeriveRecords;
  readonly log?: Log;
  /** The machine's clock, for heartbeats and reconnecting. Tests set it if `clock` is a manual clock. */
  readonly machine?: Clock;
  readonly client?: DatabaseOptions['client'];
}

/**
 * Migrates the database and opens the store, which several instances share.
 * @throws UnfitDatabaseError, or the driver's error if the database can't be reached
 */
export async function openPostgresStore(
  options: PostgresStoreOptions,
): Promise<{ readonly store: PostgresStore; readonly appliedMigrations: readonly string[] }> {
  const { url, client, machine = systemClock } = options;
  const log = rateLimitedLog(options.log ?? (() => {}), machine);
  const database = new Database({ url, log, ...(client && { client }) });
  try {
    const appliedMigrations = await migrate(database.shared, log);
    await database.openConnections();
    const store = new PostgresStore({ ...options, log, machine }, database);
    await store.join();
    return { store, appliedMigrations };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export class PostgresStore implements Store {
  readonly trace: PostgresTrace;
  readonly integrity = new Integrity();
  readonly peers: Peers;
  readonly #parts: StoreParts;
  readonly #activity = new Activity();
  readonly #reader: RecordReader;
  readonly #lists: RecordLists;
  readonly #committer: Committer;
  readonly #timers: TimerQueue;
  readonly #catchUpWaiters: CatchUpWaiters;
  readonly #instances: Instances;
  readonly #announcements: Announcements;
  #closing: Promise<void> | null = null;

  constructor(
    { clock, policy, derive, log = () => {}, machine = systemClock }: PostgresStoreOptions,
    database: Database,
  ) {
    const { retentionMs } = policy;
    const parts: StoreParts = { database, clock, machine, log, retentionMs, activity: this.#activity };
    const instance = randomUUID();
    this.#parts = parts;
    this.#reader = new RecordReader(database);
    this.#lists = new RecordLists(database);
    this.trace = new PostgresTrace(parts, this.#reader);
    const { followers } = this.trace;
    const onStored = (batch: Batch) => this.#onStored(batch);
    const { integrity } = this;
    this.#instances = new Instances({ ...parts, instance, onHeartbeat: this.#onHeartbeat });
    const instances = this.#instances;
    this.peers = instances;
    // graphile-worker follows the clock of PostgreSQL. If `clock` isn't the machine's clock, a job that is
    // created ahead would run at the wrong time.
    const aheadMs = clock === machine ? JOB_LEAD_MS : 0;
    this.#timers = new TimerQueue({ ...parts, instances, aheadMs });
    this.#committer = new Committer({
      ...parts,
      reader: this.#reader,
      policy,
      derive,
      jobs: this.#timers,
      onStored,
      integrity,
    });
    const [isAlone, isClosing] = [() => instances.isAlone, () => this.#closing !== null];
    this.#catchUpWaiters = new CatchUpWaiters({ ...parts, isAlone, isClosing });
    this.#announcements = new Announcements({
      ...parts,
      instance,
      onEvents: (accountId, first, last) => {
        followers.onAnnounced(accountId, first, last);
        this.#catchUpWaiters.onStored([accountId]);
      },
      onReconnect: () => followers.catchUp().catch(() => {}),
    });
  }

  async join(): Promise<void> {
    await Promise.all([this.#announcements.listen(), this.#instances.join()]);
  }

  transact<T>(scope: Scope, decide: (view: DecisionView) => Change<T>): Promise<T> {
    return this.#activity.track(this.#committer.transact(scope, decide));
  }

  beforeNextCommit(work: () => void): void {
    this.#committer.beforeNext(work);
  }

  get<K extends Kind>(kind: K, id: string): Promise<Records[K] | undefined> {
    return this.#activity.track(this.#reader.get(kind, id));
  }

  list<K extends Kind>(kind: K, accountId: string, query: ListQuery): Promise<StorePage<Records[K]>> {
    return this.#activity.track(this.#lists.readPage(kind, accountId, query));
  }

  count(kind: Kind, accountId: string, query: CountQuery): Promise<number> {
    return countInList(this.#parts.database, [kind, accountId], query);
  }

  exportAccount(accountId: string, query: ExportQuery): Promise<AccountExport | 'too-large' | undefined> {
    return this.#activity.track(queryAccount(this.#parts, accountId, query));
  }

  usageOf(accountId: string): Promise<AccountUsage> {
    return this.#activity.track(queryUsage(this.#parts, accountId));
  }

  accountOverviews(accountId?: string): Promise<readonly AccountOverview[]> {
    return this.#activity.track(queryOverviews(this.#parts, accountId));
  }

  start(handler: TimerHandler): void {
    if (this.#closing) return;
    this.#timers.start((due, passedMs) =>
      isTraceSweep(due) ? sweepTrace(this.#parts) : handler(due, passedMs),
    );
  }

  dueWork(): Promise<DueWork> {
    return this.#timers.dueWork();
  }

  async ping(): Promise<void> {
    await this.#parts.database.rows({ text: 'select' });
    if (!this.#timers.isFetching) throw new StoreUnavailableError('the job queue fetches no jobs');
  }

  whenCaughtUp(accountId: string): Promise<number | null> {
    return this.#catchUpWaiters.waitUntilCaughtUp(accountId);
  }

  async isEmpty(): Promise<boolean> {
    const text = `select exists (select from ${SCHEMA}.records where kind = 'account')`;
    const [row] = await this.#parts.database.rows<[boolean]>({ text });
    return row?.[0] === false;
  }

  /** Resolves when no work is running and no due timer waits. For tests, while their clock stands still. */
  async idle(): Promise<void> {
    do await this.#activity.idle();
    while (!this.#closing && (!(await this.#timers.isIdle()) || this.#activity.isUnderWay));
  }

  /** Sends a heartbeat and frees the jobs of dead instances, as the store does every second. */
  heartbeat(): Promise<void> {
    return this.#instances.sendHeartbeat().then(this.#onHeartbeat);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { database, log } = this.#parts;
    this.#committer.close();
    await this.#timers.stop();
    await this.#instances
      .leave()
      .catch((cause) => log('warn', 'the database was away at the end', { cause: String(cause) }));
    await this.#activity.idle();
    await this.#announcements.close();
    await database.close();
  }

  readonly #onHeartbeat = async (): Promise<void> => {
    await Promise.all([
      this.trace.followers.catchUp(),
      this.#timers.replaceWorkerIfStuck(),
      this.#timers.countJobs(),
    ]);
  };

  #onStored(batch: Batch): void {
    const { events } = batch;
    this.trace.followers.onStored(events);
    if (!this.#instances.isAlone)
      for (const { accountId, id } of events) this.#announcements.announce(accountId, id);
    this.#timers.onStored(batch);
    this.#catchUpWaiters.onStored(batch.accounts);
  }
}
