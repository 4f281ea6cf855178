import type { Clock, Kind } from '@svc-simulator/core';
import type { Job } from 'graphile-worker';
import { ref, SOON_MS, type TimerHandler, WrongInstanceError } from '../../store.ts';
import { TurnBatcher, toSqlText } from '../database.ts';
import { recordKey } from '../record-reader.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA, turnSql } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { addJobs, type DueTimer, parseDueTimer, TASK } from './jobs.ts';

const JOB_RETRY_MS = 1000;

class InstanceClosingError extends Error {}

class Signal {
  given = false;
  give: () => void = () => {};
  readonly promise = new Promise<void>((resolve) => {
    this.give = () => {
      this.given = true;
      resolve();
    };
  });
}

export interface ActiveJob extends DueTimer {
  readonly job: Job;
  /**
   * False for a job that was passed on already, because two instances could pass it back and forth forever.
   */
  readonly mayPassOn: boolean;
  /** Given when the record has another timer or none. */
  readonly moved: Signal;
  readonly left: Signal;
  ended: Promise<void>;
}

/**
 * Hands due timers to the handler, each due time once, or again a second after a rejection. An instance keeps
 * a job until the record's timer moves, so that another takes it when this one dies.
 */
export class JobRunner {
  readonly #options: StoreParts;
  readonly #wake: (atMs: number) => void;
  #handler: TimerHandler | null = null;
  readonly #setBack: SetBack;
  /** Jobs fetched together start in due order. */
  readonly #arrived = new TurnBatcher((jobs: readonly ActiveJob[]) => {
    const inOrder = jobs.toSorted(
      (a, b) => Number(a.job.run_at) - Number(b.job.run_at) || Number(a.job.id) - Number(b.job.id),
    );
    return new Map(inOrder.map((activeJob) => [activeJob, this.#work(activeJob)]));
  });
  readonly #taken = new Map<string, ActiveJob>();
  readonly #all = new Set<ActiveJob>();
  readonly #passing: TurnBatcher<readonly [taken: ActiveJob, task: string], unknown>;
  readonly #ended = new Signal();

  constructor(options: StoreParts, wake: (atMs: number) => void) {
    this.#options = options;
    this.#setBack = new SetBack(options.clock);
    this.#wake = wake;
    this.#passing = new TurnBatcher((all) => {
      const values = [
        all.map(([{ kind }]) => kind),
        all.map(([{ id }]) => toSqlText(id)),
        all.map(([{ timerMs }]) => timerMs),
        all.map(([, task]) => task),
        all.map(([{ job }]) => job.run_at),
      ];
      return this.#until(() => options.database.rows({ name: 'svc_pass_on', text: passOn, values }));
    });
  }

  begin(handler: TimerHandler): void {
    this.#handler = handler;
  }

  end(): void {
    this.#handler = null;
    this.#ended.give();
    for (const { left } of this.#all) left.give();
  }

  held(kind: Kind, id: string): ActiveJob | undefined {
    return this.#taken.get(recordKey(kind, id));
  }

  /**
   * Resolves when the job may be deleted: its record's timer moved, or another instance gets it.
   * @throws InstanceClosingError when this instance closes first; StoreUnavailableError when it closes during an outage
   */
  take(job: Job, mayPassOn: boolean): Promise<void> {
    // A reset removed the job while it waited in the queue, which then returned it without a key.
    if (job.key === null) return Promise.resolve();
    const timer = parseDueTimer(job);
    const key = recordKey(timer.kind, timer.id);
    const before = this.#taken.get(key);
    // A job that returns after its lease was lost waits for the handler that is still running.
    if (before?.job.id === job.id) return before.ended;
    const movedSignal = new Signal();
    const left = new Signal();
    const activeJob: ActiveJob = {
      ...timer,
      job,
      mayPassOn,
      moved: movedSignal,
      left,
      ended: movedSignal.promise,
    };
    this.#taken.set(key, activeJob);
    this.#all.add(activeJob);
    const start = this.#options.activity.track(this.#arrived.add(activeJob));
    activeJob.ended = start
      .then((works) => works.get(activeJob))
      .finally(() => {
        this.#all.delete(activeJob);
        if (this.#taken.get(key) === activeJob) this.#taken.delete(key);
      });
    return activeJob.ended;
  }

  async #work(activeJob: ActiveJob): Promise<void> {
    const { clock, machine } = this.#options;
    let beganMs = clock.now();
    // An earlier instance may have finished the work.
    const isKnown = activeJob.job.attempts > 1 && !this.#setBack.wasLately();
    if (isKnown && !(await this.#isStillDue(activeJob, beganMs))) return;
    for (;;) {
      beganMs = clock.now();
      const end = await this.#hand(activeJob);
      if (activeJob.moved.given) return;
      if (end instanceof WrongInstanceError) {
        await this.#passing.add([activeJob, `${TASK} ${end.instance}`]);
        return;
      }
      if (end === 'done') break;
      await this.#pause(clock, activeJob);
    }
    // The handler has accepted the work; it is trusted as long as this instance lives.
    while (!activeJob.moved.given && (await this.#isStillDue(activeJob, beganMs)))
      await this.#pause(machine, activeJob);
  }

  async #hand({
    kind,
    id,
    timerMs,
    mayPassOn,
    left,
  }: ActiveJob): Promise<'done' | 'failed' | WrongInstanceError> {
    try {
      const passedMs = this.#setBack.wasLately() ? timerMs : null;
      await Promise.race([this.#handler?.(ref(kind, id), passedMs), left.promise]);
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
   * Returns true when the record still has this timer and it was due at `atMs`. If the account's clock was
   * set back, or another timer has no job because this one was just taken, a new turn is requested.
   */
  async #isStillDue({ kind, id, timerMs, job }: ActiveJob, atMs: number): Promise<boolean> {
    const values = [kind, toSqlText(id), timerMs, atMs, job.id];
    const [row] = await this.#until(() =>
      this.#options.database.rows<[string | null, boolean]>({
        name: 'svc_still_due',
        text: stillDue,
        values,
      }),
    );
    const [next, isDue] = row ?? [null, false];
    if (next !== null && Number(next) < FAR_MS) this.#wake(Number(next));
    return isDue;
  }

  async #pause(clock: Clock, { kind, id, moved, left }: ActiveJob): Promise<void> {
    let cancel = () => {};
    const pause = new Promise<void>((resolve) => {
      cancel = clock.after(JOB_RETRY_MS, resolve);
    });
    await Promise.race([pause, moved.promise, left.promise]);
    cancel();
    if (!this.#handler) throw new InstanceClosingError(`${kind} ${id} is for another instance`);
  }

  /**
   * Repeats `work` during an outage.
   * @throws StoreUnavailableError when this instance closes first
   */
  #until<T>(work: () => Promise<T>): Promise<T> {
    const { machine, activity } = this.#options;
    const repeat = async (): Promise<T> => {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!this.#handler) throw error;
          const pause = new Promise<void>((resolve) => {
            machine.after(JOB_RETRY_MS, resolve);
          });
          await Promise.race([pause, this.#ended.promise]);
        }
      }
    };
    return activity.track(repeat());
  }
}

const stillDue = `
  with record as (
    select ${turnSql('r')} as turn, alarm_at, ${SCHEMA}.due_at(account, kind, alarm_at) as next
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

const passOn = addJobs({
  from: `(
    select kind, id, alarm_at, task, run_at, ${turnSql('r')} as turn
    from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[]) as passed (kind, id, alarm_at, task, run_at)
    join ${SCHEMA}.records r using (kind, id, alarm_at)
  ) as passed`,
  runAt: 'run_at',
  task: 'task',
});

/** Smaller corrections of the machine's clock delay no job noticeably. */
const NOTICEABLE_MS = 200;

/**
 * Detects that the machine's clock was set back while jobs waited. The queue runs them on time by the
 * server's clock, but their due time is in the future then.
 */
class SetBack {
  readonly #clock: Clock;
  #leadMs: number;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#leadMs = clock.now() - clock.elapsed();
  }

  wasLately(): boolean {
    const elapsedMs = this.#clock.elapsed();
    const leadMs = this.#clock.now() - elapsedMs;
    if (leadMs < this.#leadMs - NOTICEABLE_MS) this.#untilMs = elapsedMs + 2 * SOON_MS;
    this.#leadMs = leadMs;
    return elapsedMs < this.#untilMs;
  }
}
