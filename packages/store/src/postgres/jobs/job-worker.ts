import { EventEmitter } from 'node:events';
import { type Job, type Runner, run, type Task } from 'graphile-worker';
import { TIMER_PLACES } from '../../store.ts';
import { JOB_POLL_MS, queueLogger } from '../queue-logger.ts';
import { JOB_SCHEMA } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { type Instances, LEASE_MS } from './instances.ts';
import { TASK } from './jobs.ts';

const RETRY_MS = 1000;
const STOP_TIMEOUT_MS = 5000;
/** A worker that fetches nothing for this long is replaced. Until the new worker fetches, `ping` fails. */
export const FETCH_TIMEOUT_MS = LEASE_MS;

interface JobWorkerOptions extends StoreParts {
  readonly instances: Instances;
  /** Resolves when the job may be deleted. `mayPassOn` is false if the job was passed on to this instance. */
  readonly runJob: (job: Job, mayPassOn: boolean) => Promise<void>;
}

/** Fetches jobs with graphile-worker and runs them. If graphile-worker's runner stops, a new one starts. */
export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #tasks: Readonly<Record<string, Task>>;
  #runner: Runner | null = null;
  #isStopped = false;
  /**
   * The time at which each fetched job finished; null while the job runs. graphile-worker deletes a finished
   * job later. Until then, its id stays here, so that the job doesn't count as lost.
   */
  readonly #finishedAtById = new Map<string, number | null>();
  /** Jobs that this instance had locked but not received at the last heartbeat. If still missing, they are lost. */
  #missingIds: ReadonlySet<string> = new Set();
  #startedAt = 0;
  #fetchedAt = 0;
  /** True while fetched jobs wait to run. graphile-worker then fetches no others, although it isn't stuck. */
  #hasStock = false;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
    this.#tasks = {
      [TASK]: this.#createTask(true),
      [`${TASK} ${options.instances.self}`]: this.#createTask(false),
    };
  }

  start(): void {
    this.#fetchedAt = this.#options.machine.elapsed();
    this.#startRunner();
  }

  get isFetching(): boolean {
    return this.#hasStock || this.#options.machine.elapsed() - this.#fetchedAt < FETCH_TIMEOUT_MS;
  }

  /** Stops fetching; the caller must end the running jobs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#endRunner();
  }

  /**
   * Stops the runner, so that a new one starts, in two cases:
   * - A job was lost on its way from the database, because the connection broke. The queue keeps it locked.
   * - Nothing has been fetched for a while: if its first fetch fails, graphile-worker doesn't recover.
   *
   * @throws StoreUnavailableError
   */
  async replaceIfStuck(): Promise<void> {
    const { database, instances, machine } = this.#options;
    const { worker } = instances;
    if (worker === null || this.#isStopped) return;
    const text = `select id from ${JOB_SCHEMA}.jobs where locked_by = $1`;
    const rows = await database.rows<[string]>({ text, values: [worker] });
    for (const [id, finishedAt] of this.#finishedAtById)
      if (finishedAt !== null && finishedAt < machine.elapsed() - LEASE_MS) this.#finishedAtById.delete(id);
    const missing = rows.flatMap(([id]) => (this.#finishedAtById.has(id) ? [] : id));
    const isLost = missing.some((id) => this.#missingIds.has(id));
    this.#missingIds = new Set(missing);
    const isStuck = !this.isFetching && machine.elapsed() - this.#startedAt >= FETCH_TIMEOUT_MS;
    if ((isLost || isStuck) && instances.worker === worker) this.#runner?.stop().catch(() => {});
  }

  /** Returns true if all jobs that this instance has locked or could fetch are running. */
  async isIdle(): Promise<boolean> {
    const { database, instances } = this.#options;
    const rows = await database.rows<[string]>({
      text: `select id from ${JOB_SCHEMA}.jobs
        where locked_by = $1 or (locked_at is null and run_at <= now() and attempts < max_attempts and task_identifier = any($2))`,
      values: [instances.worker, Object.keys(this.#tasks)],
    });
    return rows.every(([id]) => this.#finishedAtById.get(id) === null);
  }

  #createTask(mayPassOn: boolean): Task {
    const { runJob, machine } = this.#options;
    return (_, { job }) =>
      runJob(job, mayPassOn).finally(() => this.#finishedAtById.set(job.id, machine.elapsed()));
  }

  async #createRunner(): Promise<void> {
    const { database, log, machine, instances } = this.#options;
    const events = new EventEmitter();
    // graphile-worker locks jobs under the id of its pool. Each runner has a new id, which `instances` must know.
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      this.#startedAt = machine.elapsed();
      instances.replaceWorker(workerPool.id).catch(() => {});
    });
    events.on('localQueue:setMode', ({ newMode }: { newMode: string }) => {
      if (this.#hasStock) this.#fetchedAt = machine.elapsed();
      this.#hasStock = newMode === 'WAITING' || newMode === 'TTL_EXPIRED';
    });
    events.on('localQueue:getJobs:complete', ({ jobs }: { jobs: readonly Job[] }) => {
      this.#fetchedAt = machine.elapsed();
      for (const { id } of jobs) this.#finishedAtById.set(id, null);
    });
    // The runner shuts down if it can't complete a job. The shutdown might never finish, so the next runner
    // doesn't wait for it.
    events.once('pool:gracefulShutdown', () => this.#runLater());
    try {
      this.#runner = await run({
        pgPool: database.shared,
        schema: JOB_SCHEMA,
        logger: queueLogger((level, message, fields) => this.#isStopped || log(level, message, fields)),
        events,
        noHandleSignals: true,
        parsedCronItems: [],
        taskList: this.#tasks,
        preset: {
          worker: {
            concurrentJobs: TIMER_PLACES,
            pollInterval: JOB_POLL_MS,
            localQueue: { size: TIMER_PLACES },
            // Enables batches: without them, graphile-worker ignores a job whose completion fails.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      });
      this.#runner.promise.catch(() => {});
      if (this.#isStopped) await this.#endRunner();
    } catch (cause) {
      log('warn', 'the job queue cannot be worked on yet', { cause: String(cause) });
      this.#runLater();
    }
  }

  #startRunner(): void {
    this.#options.activity.track(this.#createRunner());
  }

  #runLater(): void {
    const { machine } = this.#options;
    if (this.#isStopped) return;
    machine.after(RETRY_MS, () => {
      if (!this.#isStopped) this.#startRunner();
    });
  }

  async #endRunner(): Promise<void> {
    const { machine } = this.#options;
    const timeout = new Promise<void>((resolve) => machine.after(STOP_TIMEOUT_MS, resolve));
    await Promise.race([this.#runner?.stop().catch(() => {}), timeout]);
  }
}
