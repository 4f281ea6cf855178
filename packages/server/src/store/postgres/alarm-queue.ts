import { EventEmitter } from 'node:events';
import type { CancelTimer, Clock } from '@svc-simulator/core';
import { type Job, type Runner, run } from 'graphile-worker';
import type { Log } from '../../runtime.ts';
import type { AlarmHandler } from '../store.ts';
import type { Activity } from './activity.ts';
import type { RecordWrite } from './batch.ts';
import type { Database } from './database.ts';
import { type DueAlarm, HandOver, type Lease } from './hand-over.ts';
import { type Instances, leaseBegan, TASK } from './instances.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA } from './migrations.ts';
import { queueLogger } from './queue-logger.ts';
import { fromSqlText } from './sql-text.ts';

/** Alarms that are put on the queue by one statement. */
const SLICE = 500;
/** Handlers at work at once in one instance: most of them wait for receivers. */
const AT_WORK = 1000;
const POLL_MS = 100;
const AGAIN_MS = 1000;
const END_WITHIN_MS = 5000;

export interface AlarmQueueOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The time of the machine, for what waits for the database. */
  readonly machine: Clock;
  readonly log: Log;
  readonly activity: Activity;
  readonly instances: Instances;
  readonly instance: string;
}

/**
 * Alarms over several instances. A record's own column says when it is due, and the simulator's clock says when that is; then
 * the alarm becomes a job, which any instance takes. Jobs are leases: they say who is at it, and what
 * the dead were at (`Instances`). So the queue never holds what is not in a record too, and losing it would lose nothing.
 */
export class AlarmQueue {
  readonly #options: AlarmQueueOptions;
  readonly #handOver: HandOver;
  #runner: Runner | null = null;
  #started = false;
  #stopped = false;
  #timer: { readonly atMs: number; readonly cancel: CancelTimer } | null = null;
  #promoting = false;
  #again = false;
  /** Jobs that came here and are not done, whether their handler was called or not. */
  readonly #here = new Set<string>();
  /** Those of them whose handler was called. */
  readonly #begun = new Set<string>();

  constructor(options: AlarmQueueOptions) {
    this.#options = options;
    this.#handOver = new HandOver(options, (atMs) => this.wake(atMs));
  }

  start(handler: AlarmHandler): void {
    if (this.#started) throw new Error('alarms were started before');
    this.#started = true;
    this.#handOver.begin(handler);
    this.#options.activity.track(this.#work());
    this.wake(0);
  }

  /** A commit has written these records. */
  stored(puts: readonly RecordWrite[]): void {
    let first = Number.POSITIVE_INFINITY;
    for (const { kind, id, alarmMs, dueMs } of puts) {
      this.#handOver.written(kind, id, alarmMs);
      if (dueMs !== null && dueMs < first) first = dueMs;
    }
    if (first < FAR_MS) this.wake(first);
  }

  /** Something is due at this time: it becomes a job soon, or when the clock says so. */
  wake(atMs: number): void {
    if (!this.#started || this.#stopped) return;
    const { clock } = this.#options;
    if (atMs <= clock.now()) {
      this.#again = true;
      if (this.#promoting) return;
      this.#promoting = true;
      this.#options.activity.track(this.#promote());
    } else if (!this.#timer || this.#timer.atMs > atMs) {
      this.#timer?.cancel();
      const cancel = clock.at(atMs, () => {
        this.#timer = null;
        this.wake(atMs);
      });
      this.#timer = { atMs, cancel };
    }
  }

  /** Hands over nothing any more; what handlers are at is for others, or for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#handOver.end();
    await this.#endRunner();
  }

  /**
   * A job whose answer got lost on its way, with the connection that it came over, is this worker's for the queue, and nobody's
   * here. Then another worker begins, beside those handlers that are under way; this one's jobs are unlocked like a dead one's.
   * @throws StoreUnavailableError
   */
  async replaceWorkerThatLost(): Promise<void> {
    const { database, instances } = this.#options;
    const { worker } = instances;
    if (worker === null || this.#stopped) return;
    const rows = await database.rows<[string]>({
      text: `select id from ${JOB_SCHEMA}.jobs where locked_by = $1 and locked_at < ${leaseBegan}`,
      values: [worker],
    });
    if (rows.every(([id]) => this.#here.has(id)) || instances.worker !== worker) return;
    this.#runner?.stop().catch(() => {});
  }

  /** True when every job that this instance could take, or has taken, has been handed over. */
  async isIdle(): Promise<boolean> {
    const { database, instances } = this.#options;
    if (!this.#started || this.#stopped) return true;
    const rows = await database.rows<[string]>({
      text: `select id from ${JOB_SCHEMA}._private_jobs where is_available or locked_by = $1`,
      values: [instances.worker],
    });
    return rows.every(([id]) => this.#begun.has(id));
  }

  /** Due alarms become jobs; after that, the next one sets the timer. */
  async #promote(): Promise<void> {
    const { database, clock, log, machine } = this.#options;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        const [row] = await database.rows<[string, string | null]>({
          name: 'svc_promote',
          text: promote,
          values: [clock.now()],
        });
        const [count, next] = row ?? ['0', null];
        if (Number(count) === SLICE) this.#again = true;
        if (next !== null && Number(next) < FAR_MS) this.wake(Number(next));
      } catch (cause) {
        log('warn', 'due alarms have to wait for the database', { cause: String(cause) });
        machine.at(machine.now() + AGAIN_MS, () => this.wake(0));
      }
    }
    this.#promoting = false;
  }

  /** Works on jobs until `stop`. */
  async #work(): Promise<void> {
    const { database, log, instances, instance } = this.#options;
    const events = new EventEmitter();
    // Its jobs are locked under this name, from now on.
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      instances.worker = workerPool.id;
      instances.beat().catch(() => {});
    });
    events.on('localQueue:getJobs:complete', ({ jobs }: { jobs: readonly Job[] }) => {
      for (const { id } of jobs) this.#here.add(id);
    });
    // It gives up when it can't complete a job, and then may never come to its end. So the next one begins beside it; what
    // it still has locked is unlocked like a dead one's.
    events.once('pool:gracefulShutdown', () => this.#workLater());
    try {
      this.#runner = await run({
        pgPool: database.shared,
        schema: JOB_SCHEMA,
        logger: queueLogger(log),
        events,
        noHandleSignals: true,
        parsedCronItems: [],
        taskList: {
          [TASK]: (payload, { job }) => this.#take(payload, leaseOf(job), true),
          [`${TASK} ${instance}`]: (payload, { job }) => this.#take(payload, leaseOf(job), false),
        },
        preset: {
          worker: {
            concurrentJobs: AT_WORK,
            pollInterval: POLL_MS,
            localQueue: { size: AT_WORK },
            // Without a batch it would not look after a job whose completion fails.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      });
      this.#runner.promise.catch(() => {});
      if (this.#stopped) await this.#endRunner();
    } catch (cause) {
      log('warn', 'the job queue cannot be worked on yet', { cause: String(cause) });
      this.#workLater();
    }
  }

  #workLater(): void {
    const { machine, activity } = this.#options;
    if (this.#stopped) return;
    machine.at(machine.now() + AGAIN_MS, () => {
      if (!this.#stopped) activity.track(this.#work());
    });
  }

  async #endRunner(): Promise<void> {
    const { machine } = this.#options;
    const patience = new Promise<void>((resolve) => {
      machine.at(machine.now() + END_WITHIN_MS, resolve);
    });
    await Promise.race([this.#runner?.stop().catch(() => {}), patience]);
  }

  async #take(payload: unknown, lease: Lease, mayPassOn: boolean): Promise<void> {
    this.#begun.add(lease.jobId);
    try {
      await this.#handOver.take(dueAlarmOf(payload), lease, mayPassOn);
    } finally {
      this.#begun.delete(lease.jobId);
      this.#here.delete(lease.jobId);
    }
  }
}

function leaseOf({ id, locked_by }: Job): Lease {
  return { jobId: id, worker: locked_by };
}

function dueAlarmOf(payload: unknown): DueAlarm {
  const [kind, id, alarmMs] = payload as [DueAlarm['kind'], string, number];
  return { kind, id: fromSqlText(id), alarmMs };
}

/**
 * A job's time is its alarm's in microseconds instead of milliseconds: long past for the server, whose clock has no say
 * here, and in due order. Records that are being written are left out; their writer asks again.
 * Jobs have no key: a job of an earlier due time that a dead instance left would take the later one's place, and go with it.
 */
const promote = `
  with due as (
    select kind, id, alarm_at from ${SCHEMA}.records where due_at <= $1::bigint
    order by due_at, seq limit ${SLICE} for update skip locked
  ), taken as (
    update ${SCHEMA}.records r set due_at = null from due where r.kind = due.kind and r.id = due.id
  ), queued as (
    select ${JOB_SCHEMA}.add_jobs(array_agg((
      '${TASK}', json_build_array(kind, id, alarm_at), null, to_timestamp(alarm_at / 1e6), ${2 ** 15 - 1}, null, 0, null
    )::${JOB_SCHEMA}.job_spec order by alarm_at))
    from due having count(*) > 0
  )
  select count(*), (select min(due_at) from ${SCHEMA}.records where due_at > $1::bigint) from queued`;
