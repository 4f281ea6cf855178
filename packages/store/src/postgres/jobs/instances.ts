import { hash } from 'node:crypto';
import type { CancelTimer } from '@svc-simulator/core';
import type { Peers } from '../../store.ts';
import { type Database, toSqlText } from '../database.ts';
import { JOB_SCHEMA, SCHEMA, turnKeySql } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { addJobsSql, jobMatchesSql, TASK } from './jobs.ts';

const HEARTBEAT_MS = 1000;
/** Without a heartbeat for this long, an instance counts as dead, and other instances take its jobs. */
export const LEASE_MS = 5000;

interface InstancesOptions extends StoreParts {
  readonly instance: string;
  /** Called after each heartbeat, when jobs of dead instances have been freed. */
  readonly onHeartbeat: () => Promise<unknown>;
}

/** Knows the live instances, and frees the jobs of dead ones. Leases follow the database server's clock. */
export class Instances implements Peers {
  #others: readonly string[] = [];
  /** Name under which this instance locks jobs; null until its worker starts. */
  worker: string | null = null;
  readonly windows: Peers['windows'];
  readonly #options: InstancesOptions;
  #cancelHeartbeat: CancelTimer = () => {};
  #isClosed = false;

  constructor(options: InstancesOptions) {
    this.#options = options;
    this.windows = sharedWindows(options.database);
  }

  get self(): string {
    return this.#options.instance;
  }

  get count(): number {
    return 1 + this.#others.length;
  }

  get isAlone(): boolean {
    return this.#others.length === 0;
  }

  /**
   * Returns true if an instance is alive. Asks the database if it doesn't know the instance, because the
   * instance might have started after the last heartbeat.
   * @throws StoreUnavailableError
   */
  isAlive(instance: string): boolean | Promise<boolean> {
    return instance === this.self || this.#others.includes(instance) || this.#hasRecentHeartbeat(instance);
  }

  /** Uses rendezvous hashing: if an instance ends, only its own names move to other instances. */
  homeOf(name: string): string {
    if (this.isAlone) return this.self;
    const candidates = [this.self, ...this.#others].map((id) => ({
      id,
      weight: hash('md5', `${id} ${name}`),
    }));
    return candidates.reduce((best, candidate) => (candidate.weight > best.weight ? candidate : best)).id;
  }

  /** @throws StoreUnavailableError */
  async join(): Promise<void> {
    await this.sendHeartbeat();
    this.#scheduleHeartbeat();
  }

  /**
   * Sends a heartbeat and frees the jobs of dead instances.
   * @throws StoreUnavailableError
   */
  async sendHeartbeat(): Promise<void> {
    const { database, instance } = this.#options;
    const [row] = await database.rows<[string[]]>({ text: heartbeatSql, values: [instance, this.worker] });
    this.#others = row?.[0] ?? [];
    await database.rows({ text: freeJobsSql });
  }

  /**
   * Changes the name under which this instance locks jobs, and frees the jobs of the former name.
   * @throws StoreUnavailableError
   */
  async replaceWorker(worker: string): Promise<void> {
    const formerWorker = this.worker;
    this.worker = worker;
    await this.sendHeartbeat();
    if (formerWorker !== null) await this.#unlock(formerWorker);
  }

  async unlockWorker(): Promise<void> {
    if (this.worker !== null) await this.#unlock(this.worker);
  }

  async leave(): Promise<void> {
    this.#isClosed = true;
    this.#cancelHeartbeat();
    const text = `delete from ${SCHEMA}.instances where id = $1`;
    await this.#options.database.rows({ text, values: [this.self] });
  }

  async #unlock(worker: string): Promise<void> {
    const text = `select ${JOB_SCHEMA}.force_unlock_workers($1)`;
    await this.#options.database.rows({ text, values: [[worker]] });
  }

  async #hasRecentHeartbeat(instance: string): Promise<boolean> {
    const text = `select from ${SCHEMA}.instances where id = $1 and beat_at >= ${leaseStartSql}`;
    return (await this.#options.database.rows({ text, values: [instance] })).length > 0;
  }

  #scheduleHeartbeat(): void {
    const { machine, activity, onHeartbeat, log } = this.#options;
    if (this.#isClosed) return;
    this.#cancelHeartbeat = machine.after(HEARTBEAT_MS, () => {
      const beat = this.sendHeartbeat()
        .then(onHeartbeat)
        .catch((cause) =>
          log('warn', 'no heartbeat: the database does not take part', { cause: String(cause) }),
        )
        .finally(() => this.#scheduleHeartbeat());
      activity.track(beat);
    });
  }
}

const leaseStartSql = `now() - interval '${LEASE_MS} milliseconds'`;

/** Sends a heartbeat, and unlocks the jobs of dead instances. Returns the other live instances. */
const heartbeatSql = `
  with beat as (
    insert into ${SCHEMA}.instances (id, worker, beat_at) values ($1, $2, now())
    on conflict (id) do update set worker = excluded.worker, beat_at = now()
  ), dead as (
    delete from ${SCHEMA}.instances where beat_at < ${leaseStartSql} and id <> $1 returning worker
  ), unlocked as (
    select ${JOB_SCHEMA}.force_unlock_workers(array_agg(worker)) from dead having count(worker) > 0
  )
  select array(
    select id::text from ${SCHEMA}.instances where beat_at >= ${leaseStartSql} and id <> $1
  ), (select count(*) from unlocked)`;

/**
 * Frees jobs in three cases:
 * - Their worker is unknown, because it died before its first heartbeat, or a crash of PostgreSQL lost its
 *   row.
 * - They were passed on to an instance that has died. Then any instance can run them.
 * - They were removed while they ran, which uses up their attempts. Then they are deleted.
 */
const freeJobsSql = `
  with alive as (
    select id, worker from ${SCHEMA}.instances where beat_at >= ${leaseStartSql}
  ), unlocked as (
    select ${JOB_SCHEMA}.force_unlock_workers(array_agg(distinct locked_by)) from ${JOB_SCHEMA}.jobs
    where locked_at < ${leaseStartSql} and not exists (select from alive where worker = locked_by) having count(*) > 0
  ), left_behind as (${addJobsSql({
    from: `(
      select record.kind, record.id, alarm_at, run_at, ${turnKeySql('record')} as turn from ${JOB_SCHEMA}.jobs
      join ${SCHEMA}.records record on key = ${SCHEMA}.job_key(record.kind, record.id)
      where locked_at is null and task_identifier like '${TASK} %'
        and ${jobMatchesSql('record')}
        and not exists (select from alive where task_identifier = '${TASK} ' || alive.id)
    ) as job`,
    runAt: 'run_at',
  })}), removed_jobs as (
    select ${JOB_SCHEMA}.complete_jobs(array_agg(id)) from ${JOB_SCHEMA}.jobs
    where locked_at is null and attempts >= max_attempts having count(*) > 0
  )
  select (select count(*) from unlocked), (select count(*) from left_behind), (select count(*) from removed_jobs)`;

function sharedWindows(database: Database): Peers['windows'] {
  return {
    async count(accountId, limit, now, lengthMs) {
      const values = [toSqlText(accountId), limit, now, lengthMs];
      const [row] = await database.rows<[string, number]>({ name: 'svc_window', text: countUseSql, values });
      const [startedAt, used] = row ?? [String(now), 1];
      return { startedAt: Number(startedAt), used: Math.min(used, limit), isWithinLimit: used <= limit };
    },
    async forget(accountId) {
      const text = `delete from ${SCHEMA}.windows where account = $1`;
      await database.rows({ text, values: [toSqlText(accountId)] });
    },
  };
}

/**
 * SQL: true if the window has ended or its limit has changed. A window that starts in the future also counts
 * as ended, because the clock was set back.
 */
const windowEndedSql = `w.most <> excluded.most or abs($3::bigint - w.started_at) >= $4::bigint`;
/** Counts a use. After the first use above the limit, `used` stays at the limit plus one. */
const countUseSql = `
  insert into ${SCHEMA}.windows as w (account, most, started_at, used) values ($1, $2, $3, 1)
  on conflict (account) do update set
    most = excluded.most,
    started_at = case when ${windowEndedSql} then excluded.started_at else w.started_at end,
    used = case when ${windowEndedSql} then 1 else least(w.used, w.most) + 1 end
  returning started_at, used`;
