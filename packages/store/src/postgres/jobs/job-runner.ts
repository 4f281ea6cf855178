import type { Clock, Kind } from '@svc-simulator/core';
import type { Job } from 'graphile-worker';
import { ref, SOON_MS, type TimerHandler, WrongInstanceError } from '../../store.ts';
import { TurnBatcher, toSqlText } from '../database.ts';
import { recordKey } from '../record-reader.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA, turnKeySql } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { addJobsSql, type DueTimer, parseDueTimer, TASK } from './jobs.ts';

const JOB_RETRY_MS = 1000;

class InstanceClosingError extends Error {}

class Signal {
  isSet = false;
  set: () => void = () => {};
  readonly promise = new Promise<void>((resolve) => {
    this.set = () => {
      this.isSet = true;
      resolve();
    };
  });
}

export interface ActiveJob extends DueTimer {
  readonly job: Job;
  /** False if another instance passed the job on, so that no two instances pass it back and forth. */
  readonly mayPassOn: boolean;
  readonly timerChangeSignal: Signal;
  readonly closingSignal: Signal;
  completion: Promise<void>;
}

/**
 * Calls the handler once for each due time, and again a second after the handler rejects. A job stays locked
 * until the record's timer changes; if this instance dies before that, another instance runs the job.
 */
export class JobRunner {
  readonly #options: StoreParts;
  readonly #requestTurn: (atMs: number) => void;
  #handler: TimerHandler | null = null;
  readonly #setBackDetector: SetBackDetector;
  /** Starts jobs that were fetched together in the order of their due times. */
  readonly #startBatcher = new TurnBatcher((jobs: readonly ActiveJob[]) => {
    const sortedJobs = jobs.toSorted(
      (a, b) => Number(a.job.run_at) - Number(b.job.run_at) || Number(a.job.id) - Number(b.job.id),
    );
    return new Map(sortedJobs.map((activeJob) => [activeJob, this.#runJob(activeJob)]));
  });
  readonly #latestByRecord = new Map<string, ActiveJob>();
  readonly #jobs = new Set<ActiveJob>();
  readonly #passOnBatcher: TurnBatcher<readonly [activeJob: ActiveJob, task: string], unknown>;
  readonly #endSignal = new Signal();

  constructor(options: StoreParts, requestTurn: (atMs: number) => void) {
    this.#options = options;
    this.#setBackDetector = new SetBackDetector(options.clock);
    this.#requestTurn = requestTurn;
    this.#passOnBatcher = new TurnBatcher((items) => {
      const values = [
        items.map(([{ kind }]) => kind),
        items.map(([{ id }]) => toSqlText(id)),
        items.map(([{ timerMs }]) => timerMs),
        items.map(([, task]) => task),
        items.map(([{ job }]) => job.run_at),
      ];
      return this.#repeatUntilDone(() =>
        options.database.rows({ name: 'svc_pass_on', text: passOnSql, values }),
      );
    });
  }

  start(handler: TimerHandler): void {
    this.#handler = handler;
  }

  stop(): void {
    this.#handler = null;
    this.#endSignal.set();
    for (const { closingSignal } of this.#jobs) closingSignal.set();
  }

  activeJobOf(kind: Kind, id: string): ActiveJob | undefined {
    return this.#latestByRecord.get(recordKey(kind, id));
  }

  /**
   * Resolves when the job may be deleted: its record's timer changed, or another instance gets the job.
   * @throws InstanceClosingError if this instance closes first; StoreUnavailableError if it closes during an
   * outage
   */
  take(job: Job, mayPassOn: boolean): Promise<void> {
    // The key is null if a reset removed the job while the job waited in the queue. Then nothing is to be done.
    if (job.key === null) return Promise.resolve();
    const timer = parseDueTimer(job);
    const key = recordKey(timer.kind, timer.id);
    const earlierJob = this.#latestByRecord.get(key);
    // If this instance seemed dead while the handler was running, the job is fetched again. The handler that
    // is running completes it.
    if (earlierJob?.job.id === job.id) return earlierJob.completion;
    const timerChangeSignal = new Signal();
    const closingSignal = new Signal();
    const activeJob: ActiveJob = {
      ...timer,
      job,
      mayPassOn,
      timerChangeSignal,
      closingSignal,
      completion: timerChangeSignal.promise,
    };
    this.#latestByRecord.set(key, activeJob);
    this.#jobs.add(activeJob);
    const start = this.#options.activity.track(this.#startBatcher.add(activeJob));
    activeJob.completion = start
      .then((completions) => completions.get(activeJob))
      .finally(() => {
        this.#jobs.delete(activeJob);
        if (this.#latestByRecord.get(key) === activeJob) this.#latestByRecord.delete(key);
      });
    return activeJob.completion;
  }

  async #runJob(activeJob: ActiveJob): Promise<void> {
    const { clock, machine } = this.#options;
    let startedAtMs = clock.now();
    const mayBeFinished = activeJob.job.attempts > 1 && !this.#setBackDetector.wasSetBackRecently();
    if (mayBeFinished && !(await this.#isStillDue(activeJob, startedAtMs))) return;
    for (;;) {
      startedAtMs = clock.now();
      const outcome = await this.#callHandler(activeJob);
      if (activeJob.timerChangeSignal.isSet) return;
      if (outcome instanceof WrongInstanceError) {
        await this.#passOnBatcher.add([activeJob, `${TASK} ${outcome.instance}`]);
        return;
      }
      if (outcome === 'done') break;
      await this.#pause(clock, activeJob);
    }
    // Keeps the job locked until the timer changes. If this instance dies before that, another instance runs
    // the job.
    while (!activeJob.timerChangeSignal.isSet && (await this.#isStillDue(activeJob, startedAtMs)))
      await this.#pause(machine, activeJob);
  }

  async #callHandler({
    kind,
    id,
    timerMs,
    mayPassOn,
    closingSignal,
  }: ActiveJob): Promise<'done' | 'failed' | WrongInstanceError> {
    try {
      const passedMs = this.#setBackDetector.wasSetBackRecently() ? timerMs : null;
      await Promise.race([this.#handler?.(ref(kind, id), passedMs), closingSignal.promise]);
    } catch (cause) {
      if (cause instanceof WrongInstanceError && mayPassOn) return cause;
      if (this.#handler && !(cause instanceof WrongInstanceError))
        this.#options.log('error', `the timer of a record failed; it is tried again in ${JOB_RETRY_MS} ms`, {
          kind,
          id,
          cause: String(cause),
        });
      if (this.#handler) return 'failed';
    }
    if (!this.#handler) throw new InstanceClosingError(`${kind} ${id} is for another instance`);
    return 'done';
  }

  /**
   * Returns true if the record still has this timer, and the timer was due at `atMs`. Schedules a turn if the
   * timer is due later, or if the record has another timer without a job.
   */
  async #isStillDue({ kind, id, timerMs, job }: ActiveJob, atMs: number): Promise<boolean> {
    const values = [kind, toSqlText(id), timerMs, atMs, job.id];
    const [row] = await this.#repeatUntilDone(() =>
      this.#options.database.rows<[string | null, boolean]>({
        name: 'svc_still_due',
        text: stillDueSql,
        values,
      }),
    );
    const [next, isDue] = row ?? [null, false];
    if (next !== null && Number(next) < FAR_MS) this.#requestTurn(Number(next));
    return isDue;
  }

  async #pause(clock: Clock, { kind, id, timerChangeSignal, closingSignal }: ActiveJob): Promise<void> {
    let cancel = () => {};
    const pause = new Promise<void>((resolve) => {
      cancel = clock.after(JOB_RETRY_MS, resolve);
    });
    await Promise.race([pause, timerChangeSignal.promise, closingSignal.promise]);
    cancel();
    if (!this.#handler) throw new InstanceClosingError(`${kind} ${id} is for another instance`);
  }

  /**
   * Repeats `work` until it succeeds.
   * @throws StoreUnavailableError if this instance closes first
   */
  #repeatUntilDone<T>(work: () => Promise<T>): Promise<T> {
    const { machine, activity } = this.#options;
    const repeat = async (): Promise<T> => {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!this.#handler) throw error;
          const pause = new Promise<void>((resolve) => machine.after(JOB_RETRY_MS, resolve));
          await Promise.race([pause, this.#endSignal.promise]);
        }
      }
    };
    return activity.track(repeat());
  }
}

const stillDueSql = `
  with record as (
    select ${turnKeySql('r')} as turn, alarm_at, ${SCHEMA}.due_at(account, kind, alarm_at) as next
    from ${SCHEMA}.records r where kind = $1 and id = $2
  ), later as (
    update ${SCHEMA}.records r set due_at = r.alarm_at from record
    where kind = $1 and id = $2 and (record.alarm_at <> $3 or next > $4::bigint) and (due_at > r.alarm_at) is not false
      and not exists (select from ${JOB_SCHEMA}.jobs where key = ${SCHEMA}.job_key($1, $2) and jobs.id <> $5)
    returning turn
  ), wanted as (
    update ${SCHEMA}.counters c set next_at = least(c.next_at, next) from record where c.account in (select turn from later)
  )
  select next, alarm_at = $3 and next <= $4::bigint from record`;

const passOnSql = addJobsSql({
  from: `(
    select kind, id, alarm_at, task, run_at, ${turnKeySql('r')} as turn
    from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[]) as passed (kind, id, alarm_at, task, run_at)
    join ${SCHEMA}.records r using (kind, id, alarm_at)
  ) as passed`,
  runAt: 'run_at',
  task: 'task',
});

const NOTICEABLE_MS = 200;

/**
 * Detects that the machine's clock was set back while jobs waited. graphile-worker follows the clock of
 * PostgreSQL, so these jobs run although the machine's clock hasn't reached their due time.
 */
class SetBackDetector {
  readonly #clock: Clock;
  #leadMs: number;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#leadMs = clock.now() - clock.elapsed();
  }

  wasSetBackRecently(): boolean {
    const elapsedMs = this.#clock.elapsed();
    const leadMs = this.#clock.now() - elapsedMs;
    if (leadMs < this.#leadMs - NOTICEABLE_MS) this.#untilMs = elapsedMs + 2 * SOON_MS;
    this.#leadMs = leadMs;
    return elapsedMs < this.#untilMs;
  }
}
