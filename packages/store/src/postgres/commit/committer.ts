import { accountTime, getOrCreate, type Kind, type Records } from '@svc-simulator/core';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { PoolClient } from 'pg';
import { type DeriveRecords, notLockedError, outsideScopeError, type StorePolicy } from '../../commit.ts';
import type { Integrity } from '../../integrity.ts';
import { AccountQueue } from '../../locks.ts';
import type { Change, DecisionView, Ref, Scope } from '../../store.ts';
import { OpenTransactions, type StoreTransaction } from '../../transaction.ts';
import { databaseUnavailable, fromSqlText, queryRows, toSqlText } from '../database.ts';
import { type ClockRow, commitLockName, loadClocksSql, toAccountClocks } from '../jobs/account-clocks.ts';
import {
  loadRecordsSql,
  parseRecords,
  type RecordReader,
  type RecordRow,
  recordIn,
  recordKey,
  refParameters,
} from '../record-reader.ts';
import { SCHEMA } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { Batch, type JobAdmission, type RecordWrite } from './batch.ts';
import { storeBatch } from './batch-statements.ts';
import { WaitingTransactions } from './waiting-transactions.ts';

const MAX_BATCHES = 4;
/**
 * If a batch takes this long, another one begins. Until then, new transactions wait and share the next
 * commit, because one large commit costs far less than four small ones.
 */
const SLOW_BATCH_MS = 25;
/** A larger batch takes no more transactions, because every transaction waits for the commit of its batch. */
const FULL_BATCH_CHARACTERS = 512 * 1024;

/** All instances lock in the order of the keys, so batches never deadlock. */
const lockStatement = `
  select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(name, 0) as key from unnest($1::text[]) as name order by key
  ) as keys`;
const countersStatement = `select account, last_event, is_gone from ${SCHEMA}.counters where account = any($1)`;

interface CommitterOptions extends StoreParts {
  readonly reader: RecordReader;
  readonly policy: StorePolicy;
  readonly derive: DeriveRecords | undefined;
  readonly jobs: JobAdmission;
  readonly onStored: (batch: Batch) => void;
  readonly integrity: Integrity;
}

const UNIQUE_VIOLATION = '23505';

/**
 * Runs transactions. A transaction first waits in memory for earlier ones of this instance (`Locks`), without
 * using a connection. Advisory locks exclude transactions of other instances. Transactions that are ready are
 * loaded, decided and stored together, in two round trips and one commit.
 */
export class Committer {
  readonly #options: CommitterOptions;
  readonly #transactions: OpenTransactions;
  readonly #queues = new Map<string, { readonly queue: AccountQueue; claimCount: number }>();
  readonly #waiting = new WaitingTransactions();
  #beforeNext: (() => void)[] = [];
  #batchCount = 0;
  #slowCount = 0;
  #isScheduled = false;
  #isLongRunning = false;

  constructor(options: CommitterOptions) {
    this.#options = options;
    this.#transactions = new OpenTransactions(options.integrity, (transaction) => {
      this.#waiting.add(transaction);
      this.#beginSoon();
    });
  }

  transact<T>(scope: Scope, decide: (view: DecisionView) => Change<T>): Promise<T> {
    return this.#transactions.begin(scope, () => this.#enter(scope.account), decide);
  }

  close(): void {
    this.#transactions.close();
  }

  beforeNext(work: () => void): void {
    this.#beforeNext.push(work);
    this.#beginSoon();
  }

  #beginSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      for (const work of this.#beforeNext.splice(0)) work();
      this.#isScheduled = false;
      this.#begin();
    });
  }

  #begin(): void {
    if (this.#options.integrity.broken) return;
    // A long transaction gets its own batch, so that others don't wait for it.
    if (!this.#isLongRunning && this.#batchCount < MAX_BATCHES) this.#start(this.#waiting.takeLong(), true);
    while (this.#batchCount === this.#slowCount && this.#batchCount < MAX_BATCHES) {
      const batch = this.#waiting.takeBatch();
      if (batch.length === 0) return;
      this.#start(batch, false);
    }
  }

  #start(batch: StoreTransaction[], isLong: boolean): void {
    if (batch.length === 0) return;
    const accounts = batch.map(({ scope }) => scope.account);
    const batchCounter = this.#countBatch(isLong);
    if (isLong) this.#isLongRunning = true;
    this.#run(batch).then(
      () => {
        batchCounter.end();
        if (isLong) this.#isLongRunning = false;
        this.#waiting.release(accounts);
        this.#begin();
      },
      (cause) => this.#options.integrity.break(cause),
    );
  }

  #countBatch(isLong: boolean): { end(): void } {
    let isSlow = isLong;
    this.#batchCount++;
    if (isSlow) this.#slowCount++;
    const cancel = isSlow
      ? () => {}
      : this.#options.machine.after(SLOW_BATCH_MS, () => {
          isSlow = true;
          this.#slowCount++;
          this.#begin();
        });
    return {
      end: () => {
        cancel();
        this.#batchCount--;
        if (isSlow) this.#slowCount--;
      },
    };
  }

  async #run(batch: StoreTransaction[]): Promise<void> {
    const settle = new Map<StoreTransaction, () => void>();
    try {
      await this.#commit(batch, settle);
    } catch (cause) {
      for (const transaction of batch) {
        if (!settle.has(transaction))
          settle.set(transaction, () => transaction.reject(databaseUnavailable(cause)));
      }
    }
    for (const transaction of batch) settle.get(transaction)?.();
    this.#transactions.end(batch);
    for (const { scope } of batch) this.#leave(scope.account);
  }

  #enter(account: string): AccountQueue {
    const entry = getOrCreate(this.#queues, account, () => ({ queue: new AccountQueue(), claimCount: 0 }));
    entry.claimCount++;
    return entry.queue;
  }

  #leave(account: string): void {
    const entry = this.#queues.get(account);
    if (entry && --entry.claimCount === 0) this.#queues.delete(account);
  }

  /**
   * Stores the batch, and adds to `settle` how each transaction is answered. If this method throws, the
   * caller rejects the transactions that have no entry. Transactions that don't fit are removed from `batch`
   * and wait again.
   */
  async #commit(batch: StoreTransaction[], settle: Map<StoreTransaction, () => void>): Promise<void> {
    const { database, clock, reader, policy, derive, jobs } = this.#options;
    // Waits for reads before the transaction begins. Later, the wait would hold locks that others need.
    await reader.whenReadsEnd(subjectsOf(batch));
    const client = await database.commits.connect();
    let isClean = false;
    try {
      const { deletedAccounts, ...loaded } = await loadBatch(client, batch);
      const { records, clocks } = loaded;
      const changes = new Batch({ policy, derive, jobs, ...loaded });
      const decisions: [StoreTransaction, () => void][] = [];
      for (const [index, transaction] of batch.entries()) {
        if (changes.characters > FULL_BATCH_CHARACTERS) {
          this.#waiting.putBack(batch.splice(index));
          break;
        }
        try {
          const { account } = transaction.scope;
          const next = changes.nextEventId(account);
          const now = accountTime(clocks.get(account), clock.now());
          const { change, answer } = transaction.decide(createView(transaction.scope, next, now, records));
          const charactersBefore = changes.characters;
          if (!deletedAccounts.has(account)) changes.add(transaction, change);
          this.#waiting.recordSize(account, changes.characters - charactersBefore);
          decisions.push([transaction, answer]);
        } catch (error) {
          settle.set(transaction, () => transaction.reject(error));
        }
      }
      if (changes.isEmpty) await client.query('rollback');
      else {
        await this.#store(client, changes, settle);
        this.#notifyStored(changes);
      }
      isClean = true;
      for (const [transaction, answer] of decisions) settle.set(transaction, answer);
    } finally {
      // After an error, the connection can still be inside its transaction, so it is closed.
      client.release(!isClean);
    }
  }

  /** Never throws: the batch is stored already, so no caller may get an error. */
  #notifyStored(changes: Batch): void {
    const { integrity, onStored } = this.#options;
    try {
      onStored(changes);
    } catch (cause) {
      integrity.break(cause);
    }
  }

  async #store(client: PoolClient, changes: Batch, settle: Map<StoreTransaction, () => void>): Promise<void> {
    try {
      await storeBatch(client, changes, this.#options.clock.now());
    } catch (cause) {
      if (errorCode(cause) === UNIQUE_VIOLATION) await this.#rejectUnlockedPuts(changes.puts, settle);
      throw cause;
    }
  }

  /** Rejects the transactions that made the batch fail: they put an existing record without locking it. */
  async #rejectUnlockedPuts(
    puts: readonly RecordWrite[],
    settle: Map<StoreTransaction, () => void>,
  ): Promise<void> {
    const newRecords = puts.filter(({ mode }) => mode === 'new');
    const rows = await this.#options.database.rows<RecordRow>({
      text: loadRecordsSql,
      values: refParameters(newRecords),
    });
    const existing = parseRecords(rows);
    for (const { kind, id, transaction } of newRecords) {
      if (existing.has(recordKey(kind, id)))
        settle.set(transaction, () => transaction.reject(notLockedError({ kind, id })));
    }
  }
}

type CounterRow = [account: string, lastEvent: string, isGone: boolean];

/** Begins a transaction, locks what the scopes lock, and reads the records that they name. */
async function loadBatch(client: PoolClient, batch: readonly StoreTransaction[]) {
  const accounts = [...new Set(batch.map(({ scope }) => scope.account))].map(toSqlText);
  const locks = batch.flatMap(({ scope }) => scope.lock ?? []);
  const refs = new Map(
    batch.flatMap(({ scope }) => refsOf(scope)).map((ref) => [recordKey(ref.kind, ref.id), ref]),
  );
  const [, , recordRows, counters, clockRows] = await Promise.all([
    client.query({ name: 'svc_begin', text: 'begin' }),
    client.query({
      name: 'svc_lock',
      text: lockStatement,
      values: [[...accounts.map(commitLockName), ...locks.map(({ kind, id }) => `${kind} ${toSqlText(id)}`)]],
    }),
    queryRows<RecordRow>(client, {
      name: 'svc_load',
      text: loadRecordsSql,
      values: refParameters([...refs.values()]),
    }),
    queryRows<CounterRow>(client, { name: 'svc_counters', text: countersStatement, values: [accounts] }),
    queryRows<ClockRow>(client, { name: 'svc_clocks', text: loadClocksSql, values: [accounts] }),
  ]);
  const records: Map<string, Records[Kind]> = parseRecords(recordRows);
  const lastEventIds = new Map(counters.map(([account, last]) => [fromSqlText(account), Number(last)]));
  const deletedAccounts = new Set(
    counters.flatMap(([account, , isGone]) => (isGone ? fromSqlText(account) : [])),
  );
  return { records, lastEventIds, deletedAccounts, clocks: toAccountClocks(clockRows) };
}

function subjectsOf(batch: readonly StoreTransaction[]): ReadonlySet<string> {
  return new Set(
    batch.flatMap(({ scope }) => [
      scope.account,
      ...refsOf(scope).map(({ kind, id }) => recordKey(kind, id)),
    ]),
  );
}

function refsOf({ lock = [], read = [] }: Scope): readonly Ref[] {
  return read.length === 0 ? lock : [...lock, ...read];
}

function createView(
  scope: Scope,
  nextEventId: number,
  now: number,
  records: ReadonlyMap<string, Records[Kind]>,
): DecisionView {
  const scopeKeys = new Set(refsOf(scope).map(({ kind, id }) => recordKey(kind, id)));
  const get = <K extends Kind>(kind: K, id: string) => {
    if (!scopeKeys.has(recordKey(kind, id))) throw outsideScopeError(kind, id);
    return recordIn(records, kind, id);
  };
  return { nextEventId, now, get };
}
