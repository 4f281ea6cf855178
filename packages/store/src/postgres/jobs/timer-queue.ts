import { EventEmitter } from 'node:events';
import type { CancelTimer, Kind } from '@svc-simulator/core';
import { type Job, type Runner, run, type Task } from 'graphile-worker';
import type { DueWork, TimerHandler } from '../../store.ts';
import { POLL_MS, queueLogger } from '../queue-logger.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { type Instances, LEASE_MS } from './instances.ts';
import { JobRunner, type Taken } from './job-runner.ts';
import { promotion, SLICE, TASK } from './jobs.ts';

/** What is looked at of a batch that was committed. */
interface StoredBatch {
  readonly puts: readonly {
    readonly held: Taken | undefined;
    readonly timerMs: number | null;
    readonly dueMs: number | null;
  }[];
  readonly deletes: readonly { readonly kind: Kind; readonly id: string }[];
  readonly clockChanges: readonly unknown[];
}

/** Handlers at work at once in one instance: most of them wait for receivers. */
const AT_WORK = 1000;
const AGAIN_MS = 1000;
const END_WITHIN_MS = 5000;

interface TimerQueueOptions extends StoreParts {
  readonly instances: Instances;
  /** How long before they are due timers become jobs. */
  readonly aheadMs: number;
}

/**
 * Timers over several instances, by graphile-worker (docs/decisions/0002-postgresql-native-jobs.md). One that is due soon becomes a
 * job in the commit that sets it; one that is due later stands in its record's own column, and becomes a job when the time
 * comes near. Whichever instance takes a job keeps it until the record's timer has moved.
 */
export class TimerQueue {
  readonly #options: TimerQueueOptions;
  readonly #jobRunner: JobRunner;
  #runner: Runner | null = null;
  #started = false;
  #stopped = false;
  #wakeUp: { readonly atMs: number; readonly cancel: CancelTimer } | null = null;
  #forgetJumps: CancelTimer = () => {};
  #promoting = false;
  #again = false;
  /** Jobs that came here, and since when they are done: the queue may take its time to delete them. */
  readonly #here = new Map<string, number | null>();
  /** Jobs that should be here and were not, a heartbeat ago. */
  #missed: ReadonlySet<string> = new Set();

  constructor(options: TimerQueueOptions) {
    this.#options = options;
    this.#jobRunner = new JobRunner(options, (atMs) => this.wake(atMs));
  }

  start(handler: TimerHandler): void {
    if (this.#started) throw new Error('timers were started before');
    this.#started = true;
    this.#jobRunner.begin(handler);
    this.#forgetJumps = this.#options.clock.onJump((byMs) => {
      if (byMs > 0) this.#options.activity.track(this.#comeSooner());
    });
    this.#options.activity.track(this.#work());
    this.wake(0);
  }

  /** Of all instances: timers that are no jobs yet, and jobs that nobody is at. @throws StoreUnavailableError */
  async dueWork(): Promise<DueWork> {
    const { database, clock } = this.#options;
    const [row] = await database.rows<[string, string, string | null]>({
      text: dueNow,
      values: [clock.now()],
    });
    const [due, underWay, oldest] = row ?? ['0', '0', null];
    return {
      due: Number(due),
      underWay: Number(underWay),
      oldestDueAt: oldest === null ? null : Number(oldest),
    };
  }

  /** Timers until then become jobs in their commit. */
  get soonMs(): number {
    return this.#options.clock.now() + this.#options.aheadMs;
  }

  held(kind: Kind, id: string): Taken | undefined {
    return this.#jobRunner.held(kind, id);
  }

  /** A batch was committed. */
  stored({ puts, deletes, clockChanges }: StoredBatch): void {
    let first = clockChanges.length > 0 ? 0 : FAR_MS;
    for (const { kind, id } of deletes) this.held(kind, id)?.moved.give();
    for (const { held, timerMs, dueMs } of puts) {
      if (held && held.timerMs !== timerMs) held.moved.give();
      if (dueMs !== null && dueMs < first) first = dueMs;
    }
    if (first < FAR_MS) this.wake(first);
  }

  /** Something is due at this time: it becomes a job now, or when that comes near. */
  wake(dueMs: number): void {
    if (!this.#started || this.#stopped) return;
    const { clock, aheadMs } = this.#options;
    const atMs = dueMs - aheadMs;
    if (atMs <= clock.now()) {
      this.#again = true;
      if (this.#promoting) return;
      this.#promoting = true;
      this.#options.activity.track(this.#promote());
    } else if (!this.#wakeUp || this.#wakeUp.atMs > atMs) {
      this.#wakeUp?.cancel();
      const cancel = clock.at(atMs, () => {
        this.#wakeUp = null;
        this.wake(dueMs);
      });
      this.#wakeUp = { atMs, cancel };
    }
  }

  /** Hands over nothing any more; what handlers are at is for others, or for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#forgetJumps();
    this.#wakeUp?.cancel();
    const ended = this.#endRunner();
    // Before they fail, which would put them off.
    await this.#options.instances.unlockWorker().catch(() => {});
    this.#jobRunner.end();
    await ended;
  }

  /**
   * A job whose answer got lost on its way, with the connection that it came over, is this worker's for the queue, and nobody's
   * here. Then another worker begins, beside those handlers that are under way.
   * @throws StoreUnavailableError
   */
  async replaceWorkerThatLost(): Promise<void> {
    const { database, instances, machine } = this.#options;
    const { worker } = instances;
    if (worker === null || this.#stopped) return;
    const text = `select id from ${JOB_SCHEMA}.jobs where locked_by = $1`;
    const rows = await database.rows<[string]>({ text, values: [worker] });
    for (const [id, doneAt] of this.#here)
      if (doneAt !== null && doneAt < machine.elapsed() - LEASE_MS) this.#here.delete(id);
    const missing = rows.flatMap(([id]) => (this.#here.has(id) ? [] : id));
    const isLost = missing.some((id) => this.#missed.has(id));
    this.#missed = new Set(missing);
    if (isLost && instances.worker === worker) this.#runner?.stop().catch(() => {});
  }

  /** True when every job that this instance could take, or has taken, has been handed over. */
  async isIdle(): Promise<boolean> {
    const { database, instances } = this.#options;
    if (!this.#started || this.#stopped) return true;
    const rows = await database.rows<[string]>({
      text: `select id from ${JOB_SCHEMA}.jobs
        where locked_by = $1 or (locked_at is null and run_at <= now() and attempts < max_attempts and task_identifier = any($2))`,
      values: [instances.worker, Object.keys(this.#tasks())],
    });
    return rows.every(([id]) => this.#here.get(id) === null);
  }

  /** The clock was set forward: jobs that are due by it do not wait for the database's. */
  async #comeSooner(): Promise<void> {
    const { database, clock, log } = this.#options;
    try {
      await database.rows({ text: runDue, values: [clock.now()] });
    } catch (cause) {
      log('warn', 'jobs come as they were due before the clock was set', { cause: String(cause) });
    }
  }

  /** Timers that are due soon become jobs; after that, the next one sets the timer. */
  async #promote(): Promise<void> {
    const { database, clock, log, machine, aheadMs } = this.#options;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        const [row] = await database.rows<[string, string | null]>(
          promotion({ now: clock.now(), soonMs: this.soonMs }),
        );
        const [count, next] = row ?? ['0', null];
        if (Number(count) === SLICE) this.#again = true;
        // Many together, where many follow on each other: none of them is late.
        if (next !== null && Number(next) < FAR_MS)
          this.wake(Math.max(Number(next), clock.now() + 1.5 * aheadMs));
      } catch (cause) {
        log('warn', 'due timers have to wait for the database', { cause: String(cause) });
        machine.after(AGAIN_MS, () => this.wake(0));
      }
    }
    this.#promoting = false;
  }

  /** Works on jobs until `stop`. */
  async #work(): Promise<void> {
    const { database, log, instances } = this.#options;
    const events = new EventEmitter();
    // Its jobs are locked under this name, from now on.
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      instances.replaceWorker(workerPool.id).catch(() => {});
    });
    events.on('localQueue:getJobs:complete', ({ jobs }: { jobs: readonly Job[] }) => {
      for (const { id } of jobs) this.#here.set(id, null);
    });
    // It gives up when it can't complete a job, and then may never come to its end. So the next one begins beside it.
    events.once('pool:gracefulShutdown', () => this.#workLater());
    try {
      this.#runner = await run({
        pgPool: database.shared,
        schema: JOB_SCHEMA,
        logger: queueLogger((level, message, fields) => this.#stopped || log(level, message, fields)),
        events,
        noHandleSignals: true,
        parsedCronItems: [],
        taskList: this.#tasks(),
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

  #tasks(): Record<string, Task> {
    const task =
      (mayPassOn: boolean): Task =>
      async (_, { job }) => {
        await this.#jobRunner
          .take(job, mayPassOn)
          .finally(() => this.#here.set(job.id, this.#options.machine.elapsed()));
      };
    const { self } = this.#options.instances;
    return { [TASK]: task(true), [`${TASK} ${self}`]: task(false) };
  }

  #workLater(): void {
    const { machine, activity } = this.#options;
    if (this.#stopped) return;
    machine.after(AGAIN_MS, () => {
      if (!this.#stopped) activity.track(this.#work());
    });
  }

  async #endRunner(): Promise<void> {
    const { machine } = this.#options;
    const patience = new Promise<void>((resolve) => {
      machine.after(END_WITHIN_MS, resolve);
    });
    await Promise.race([this.#runner?.stop().catch(() => {}), patience]);
  }
}

const runDue = `
  select ${JOB_SCHEMA}.reschedule_jobs(array_agg(jobs.id), run_at => clock_timestamp()) from ${JOB_SCHEMA}.jobs
  join ${SCHEMA}.records r on r.kind = split_part(key, ' ', 1) and r.id = substr(key, strpos(key, ' ') + 1)
  where locked_at is null and ${SCHEMA}.due_at(account, kind, alarm_at) <= $1::bigint having count(*) > 0`;

/** What is due at 0 is the first sweep of a new database, which is late by nothing. */
const dueNow = `
  with waiting as (
    select key, run_at from ${JOB_SCHEMA}.jobs
    where locked_at is null and run_at <= now() and attempts < max_attempts and key is distinct from 'trace-sweep '
  ), timers as (
    select count(*) as count, min(due_at) as oldest from ${SCHEMA}.records where due_at between 1 and $1::bigint
  ), first as (
    select split_part(key, ' ', 1) as kind, substr(key, strpos(key, ' ') + 1) as id from waiting order by run_at limit 1
  )
  select
    (select count from timers) + (select count(*) from waiting),
    (select count(*) from ${JOB_SCHEMA}.jobs where locked_at is not null),
    least((select oldest from timers), (select ${SCHEMA}.due_at(account, kind, alarm_at) from first join ${SCHEMA}.records using (kind, id)))`;
