import { hash } from 'node:crypto';
import type { CancelTimer } from '@svc-simulator/core';
import type { Peers } from '../../store.ts';
import { type Database, toSqlText } from '../database.ts';
import { JOB_SCHEMA, SCHEMA, turnSql } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { addJobs, jobMatchesSql, TASK } from './jobs.ts';

const HEARTBEAT_MS = 1000;
/** An instance without a heartbeat for this long is dead, and others take its work. */
export const LEASE_MS = 5000;

interface InstancesOptions extends StoreParts {
  readonly instance: string;
  /** Called after each heartbeat, when the work of a dead instance may have come here. */
  readonly beaten: () => Promise<unknown>;
}

/** Tracks live instances by the server's clock, and frees the jobs of dead ones. */
export class Instances implements Peers {
  #others: readonly string[] = [];
  /** The name under which this instance locks jobs, once it does. */
  worker: string | null = null;
  readonly windows: Peers['windows'];
  readonly #options: InstancesOptions;
  #cancel: CancelTimer = () => {};
  #closed = false;

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

  get alone(): boolean {
    return this.#others.length === 0;
  }

  /**
   * Returns true for a live instance. An unknown one may have come since the last heartbeat, so the database
   * is asked.
   * @throws StoreUnavailableError
   */
  isAlive(instance: string): boolean | Promise<boolean> {
    return instance === this.self || this.#others.includes(instance) || this.#hasBeaten(instance);
  }

  /** Rendezvous hashing: when an instance goes, only its own names move. */
  homeOf(name: string): string {
    if (this.alone) return this.self;
    const weighed = [this.self, ...this.#others].map((id) => ({ id, weight: hash('md5', `${id} ${name}`) }));
    return weighed.reduce((best, candidate) => (candidate.weight > best.weight ? candidate : best)).id;
  }

  /**
   * Sends the first heartbeat and schedules the others.
   * @throws StoreUnavailableError
   */
  async join(): Promise<void> {
    await this.beatStatement();
    this.#again();
  }

  /**
   * Sends a heartbeat and frees the jobs of dead instances.
   * @throws StoreUnavailableError
   */
  async beatStatement(): Promise<void> {
    const { database, instance } = this.#options;
    const [row] = await database.rows<[string[]]>({ text: beatSql, values: [instance, this.worker] });
    this.#others = row?.[0] ?? [];
    await database.rows({ text: freeJobsStatement });
  }

  /**
   * Changes the name under which jobs are locked and frees those of the former name.
   * @throws StoreUnavailableError
   */
  async replaceWorker(worker: string): Promise<void> {
    const former = this.worker;
    this.worker = worker;
    await this.beatStatement();
    if (former !== null) await this.#unlock(former);
  }

  async unlockWorker(): Promise<void> {
    if (this.worker !== null) await this.#unlock(this.worker);
  }

  async leave(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    const text = `delete from ${SCHEMA}.instances where id = $1`;
    await this.#options.database.rows({ text, values: [this.self] });
  }

  async #unlock(worker: string): Promise<void> {
    const text = `select ${JOB_SCHEMA}.force_unlock_workers($1)`;
    await this.#options.database.rows({ text, values: [[worker]] });
  }

  async #hasBeaten(instance: string): Promise<boolean> {
    const text = `select from ${SCHEMA}.instances where id = $1 and beat_at >= ${leaseBegan}`;
    return (await this.#options.database.rows({ text, values: [instance] })).length > 0;
  }

  #again(): void {
    const { machine, activity, beaten, log } = this.#options;
    if (this.#closed) return;
    this.#cancel = machine.after(HEARTBEAT_MS, () => {
      const beat = this.beatStatement()
        .then(beaten)
        .catch((cause) =>
          log('warn', 'no heartbeat: the database does not take part', { cause: String(cause) }),
        )
        .finally(() => this.#again());
      activity.track(beat);
    });
  }
}

const leaseBegan = `now() - interval '${LEASE_MS} milliseconds'`;

/** Returns the other live instances; deletes the dead and unlocks their jobs. */
const beatSql = `
  with beat as (
    insert into ${SCHEMA}.instances (id, worker, beat_at) values ($1, $2, now())
    on conflict (id) do update set worker = excluded.worker, beat_at = now()
  ), dead as (
    delete from ${SCHEMA}.instances where beat_at < ${leaseBegan} and id <> $1 returning worker
  ), unlocked as (
    select ${JOB_SCHEMA}.force_unlock_workers(array_agg(worker)) from dead having count(worker) > 0
  )
  select array(
    select id::text from ${SCHEMA}.instances where beat_at >= ${leaseBegan} and id <> $1
  ), (select count(*) from unlocked)`;

/**
 * Frees jobs of unknown workers, whose instance died before its first heartbeat or was lost in a server
 * crash. Jobs addressed to dead instances go to everybody; finished ones are completed.
 */
const freeJobsStatement = `
  with alive as (
    select id, worker from ${SCHEMA}.instances where beat_at >= ${leaseBegan}
  ), unlocked as (
    select ${JOB_SCHEMA}.force_unlock_workers(array_agg(distinct locked_by)) from ${JOB_SCHEMA}.jobs
    where locked_at < ${leaseBegan} and not exists (select from alive where worker = locked_by) having count(*) > 0
  ), left_behind as (${addJobs({
    from: `(
      select record.kind, record.id, alarm_at, run_at, ${turnSql('record')} as turn from ${JOB_SCHEMA}.jobs
      join ${SCHEMA}.records record on key = ${SCHEMA}.job_key(record.kind, record.id)
      where locked_at is null and task_identifier like '${TASK} %'
        and ${jobMatchesSql('record')}
        and not exists (select from alive where task_identifier = '${TASK} ' || alive.id)
    ) as job`,
    runAt: 'run_at',
  })}), over as (
    select ${JOB_SCHEMA}.complete_jobs(array_agg(id)) from ${JOB_SCHEMA}.jobs
    where locked_at is null and attempts >= max_attempts having count(*) > 0
  )
  select (select count(*) from unlocked), (select count(*) from left_behind), (select count(*) from over)`;

/** Counts an account's uses in a window for all instances together. */
function sharedWindows(database: Database): Peers['windows'] {
  return {
    async count(accountId, limit, now, lengthMs) {
      const values = [toSqlText(accountId), limit, now, lengthMs];
      const [row] = await database.rows<[string, number]>({ name: 'svc_window', text: countUse, values });
      const [startedAt, used] = row ?? [String(now), 1];
      return { startedAt: Number(startedAt), used: Math.min(used, limit), passed: used <= limit };
    },
    async forget(accountId) {
      const text = `delete from ${SCHEMA}.windows where account = $1`;
      await database.rows({ text, values: [toSqlText(accountId)] });
    },
  };
}

/**
 * SQL: the window has another limit, has lasted its time, or is in the future because the clock was set back.
 * `used` exceeds the limit by at most one.
 */
const isWindowOver = `w.most <> excluded.most or abs($3::bigint - w.started_at) >= $4::bigint`;
const countUse = `
  insert into ${SCHEMA}.windows as w (account, most, started_at, used) values ($1, $2, $3, 1)
  on conflict (account) do update set
    most = excluded.most,
    started_at = case when ${isWindowOver} then excluded.started_at else w.started_at end,
    used = case when ${isWindowOver} then 1 else least(w.used, w.most) + 1 end
  returning started_at, used`;
