import { hash } from 'node:crypto';
import type { CancelTimer, Clock } from '@svc-simulator/core';
import type { MaybePromise } from '../../maybe-promise.ts';
import type { Log } from '../../runtime.ts';
import type { Peers } from '../store.ts';
import type { Activity } from './activity.ts';
import type { Database } from './database.ts';
import { JOB_SCHEMA, SCHEMA } from './migrations.ts';
import { SharedWindows } from './shared-windows.ts';

/** Of the jobs that any instance does; those for one instance have its name after it. */
export const TASK = 'alarm';
const BEAT_MS = 1000;
/** Without a heartbeat for so long, an instance is dead, and its work is for the others. */
export const LEASE_MS = 5000;

export interface InstancesOptions {
  readonly database: Database;
  /** The time of the machine: whether a process lives has nothing to do with the simulator's clock. */
  readonly machine: Clock;
  readonly log: Log;
  readonly activity: Activity;
  readonly instance: string;
  /** Called after each heartbeat, at which something of the others may have come to this instance. */
  readonly beaten: () => Promise<unknown>;
}

/** Who is alive, by the server's own clock, and what the dead have left. */
export class Instances implements Peers {
  /** The others that are alive. */
  #others: readonly string[] = [];
  /** Under which name this instance takes jobs, once it does. */
  worker: string | null = null;
  readonly windows: SharedWindows;
  readonly #options: InstancesOptions;
  #cancel: CancelTimer = () => {};
  #closed = false;

  constructor(options: InstancesOptions) {
    this.#options = options;
    this.windows = new SharedWindows(options.database);
  }

  get self(): string {
    return this.#options.instance;
  }

  get alone(): boolean {
    return this.#others.length === 0;
  }

  /** Looks again for one that is not known to be: it may have come since the last heartbeat. @throws StoreUnavailableError */
  isAlive(instance: string): MaybePromise<boolean> {
    return instance === this.self || this.#others.includes(instance) || this.#hasBeaten(instance);
  }

  /** By rendezvous: when one goes, only what it looked after has another home. */
  homeOf(name: string): string {
    if (this.alone) return this.self;
    const weighed = [this.self, ...this.#others].map((id) => ({ id, weight: hash('md5', `${id} ${name}`) }));
    return weighed.reduce((best, one) => (one.weight > best.weight ? one : best)).id;
  }

  /** Resolves after the first heartbeat; the others follow by themselves. @throws StoreUnavailableError */
  async join(): Promise<void> {
    await this.beat();
    this.#again();
  }

  /** Says that this instance lives, and gives back what the dead had taken. @throws StoreUnavailableError */
  async beat(): Promise<void> {
    const { database, instance } = this.#options;
    const rows = await database.rows<[string]>({
      text: `
        with beat as (
          insert into ${SCHEMA}.instances (id, worker, beat_at) values ($1, $2, now())
          on conflict (id) do update set worker = excluded.worker, beat_at = now()
        ), dead as (
          delete from ${SCHEMA}.instances where beat_at < ${leaseBegan} and id <> $1
        )
        select id from ${SCHEMA}.instances where beat_at >= ${leaseBegan} and id <> $1`,
      values: [instance, this.worker],
    });
    this.#others = rows.map(([id]) => id);
    await database.rows({ text: unlock });
  }

  /** Stops the heartbeat; what this instance had taken is for the others at once. */
  async leave(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    const { database, instance } = this.#options;
    await database.rows({
      text: `
        with gone as (delete from ${SCHEMA}.instances where id = $1)
        update ${SCHEMA}.records set due_at = ${SCHEMA}.due_at(account, kind, alarm_at), taken_by = null
        where taken_by = $1`,
      values: [instance],
    });
  }

  async #hasBeaten(instance: string): Promise<boolean> {
    const text = `select from ${SCHEMA}.instances where id = $1 and beat_at >= ${leaseBegan}`;
    return (await this.#options.database.rows({ text, values: [instance] })).length > 0;
  }

  #again(): void {
    const { machine, activity, beaten, log } = this.#options;
    if (this.#closed) return;
    this.#cancel = machine.at(machine.now() + BEAT_MS, () => {
      const beat = this.beat()
        .then(beaten)
        .catch((cause) =>
          log('warn', 'no heartbeat: the database does not take part', { cause: String(cause) }),
        )
        .finally(() => this.#again());
      activity.track(beat);
    });
  }
}

/** SQL: who has not been heard of since then is dead. */
export const leaseBegan = `now() - interval '${LEASE_MS} milliseconds'`;

/** Jobs and alarms of instances that are not alive, and jobs that were meant for them. One that took a job before its first heartbeat has as long as any. */
const unlock = `
  with alive as (
    select id, worker from ${SCHEMA}.instances where beat_at >= ${leaseBegan}
  ), unlocked as (
    select ${JOB_SCHEMA}.force_unlock_workers(array_agg(distinct locked_by)) as done
    from ${JOB_SCHEMA}._private_jobs
    where locked_at < ${leaseBegan} and not exists (select from alive where worker = locked_by)
    having count(*) > 0
  ), left_behind as (
    select ${JOB_SCHEMA}.complete_jobs(array_agg(job.id)) as done
    from ${JOB_SCHEMA}._private_jobs job join ${JOB_SCHEMA}._private_tasks task on task.id = job.task_id
    where job.locked_by is null and task.identifier like '${TASK} %'
      and not exists (select from alive where task.identifier = '${TASK} ' || id)
    having count(*) > 0
  ), given_back as (
    update ${SCHEMA}.records set due_at = ${SCHEMA}.due_at(account, kind, alarm_at), taken_by = null
    where taken_by is not null and not exists (select from alive where id = taken_by)
  )
  select (select count(*) from unlocked), (select count(*) from left_behind)`;
