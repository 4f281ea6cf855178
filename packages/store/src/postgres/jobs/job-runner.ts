import type { Clock, Kind } from '@svc-simulator/core';
import type { Job } from 'graphile-worker';
import { ElsewhereError, ref, SOON_MS, type TimerHandler } from '../../store.ts';
import { Together, toSqlText } from '../database.ts';
import { keyOf } from '../record-reader.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA, turnOf } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { addJobs, type DueTimer, dueTimerOf, TASK } from './jobs.ts';

const RETRY_MS = 1000;

/** This instance ends: the job is for others. */
class LeftError extends Error {}

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

/** A job in this instance's hand. */
export interface Taken extends DueTimer {
  readonly job: Job;
  /** Nobody has passed it on yet: two that each take the other for its home would go on for ever. */
  readonly mayPassOn: boolean;
  /** The record has another timer by now, or none. */
  readonly moved: Signal;
  /** This instance ends. */
  readonly left: Signal;
  ended: Promise<void>;
}

/**
 * Hands due timers to the handler, each due time of a record once; after a rejection again, a second later by the
 * simulator's clock. A job stays this instance's until its record's timer has moved, so that another one takes it when this
 * one dies.
 */
export class JobRunner {
  readonly #options: StoreParts;
  readonly #wake: (atMs: number) => void;
  #handler: TimerHandler | null = null;
  readonly #setBack: SetBack;
  /** Those that come in the same answer begin in due order. */
  readonly #arrived = new Together((arrived: readonly Taken[]) => {
    const inOrder = arrived.toSorted(
      (a, b) => Number(a.job.run_at) - Number(b.job.run_at) || Number(a.job.id) - Number(b.job.id),
    );
    return new Map(inOrder.map((taken) => [taken, this.#work(taken)]));
  });
  /** By record: the last job of it that came. */
  readonly #taken = new Map<string, Taken>();
  readonly #all = new Set<Taken>();
  readonly #passing: Together<readonly [taken: Taken, task: string], unknown>;
  readonly #ended = new Signal();

  constructor(options: StoreParts, wake: (atMs: number) => void) {
    this.#options = options;
    this.#setBack = new SetBack(options.clock);
    this.#wake = wake;
    this.#passing = new Together((all) => {
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

  /** The job of a record that is here: it goes by itself once the record's timer has moved, and that was stored with it in hand. */
  held(kind: Kind, id: string): Taken | undefined {
    return this.#taken.get(keyOf(kind, id));
  }

  /**
   * Resolves when the job may go: its record's timer has moved, or somebody else is asked.
   * @throws LeftError when this instance ends first, StoreUnavailableError when it does while the database is away
   */
  take(job: Job, mayPassOn: boolean): Promise<void> {
    const timer = dueTimerOf(job);
    const key = keyOf(timer.kind, timer.id);
    const before = this.#taken.get(key);
    // A job that comes again, because its lease was lost for a while, waits for the handler that is at it.
    if (before?.job.id === job.id) return before.ended;
    const moved = new Signal();
    const left = new Signal();
    const taken: Taken = { ...timer, job, mayPassOn, moved, left, ended: moved.promise };
    this.#taken.set(key, taken);
    this.#all.add(taken);
    const begun = this.#options.activity.track(this.#arrived.add(taken));
    taken.ended = begun
      .then((works) => works.get(taken))
      .finally(() => {
        this.#all.delete(taken);
        if (this.#taken.get(key) === taken) this.#taken.delete(key);
      });
    return taken.ended;
  }

  async #work(taken: Taken): Promise<void> {
    const { clock, machine } = this.#options;
    let beganMs = clock.now();
    // Whoever had it before may have done it.
    const isKnown = taken.job.attempts > 1 && !this.#setBack.wasLately();
    if (isKnown && !(await this.#isStillDue(taken, beganMs))) return;
    for (;;) {
      beganMs = clock.now();
      const end = await this.#hand(taken);
      if (taken.moved.given) return;
      if (end instanceof ElsewhereError) {
        await this.#passing.add([taken, `${TASK} ${end.instance}`]);
        return;
      }
      if (end === 'done') break;
      await this.#pause(clock, taken);
    }
    // The handler took it over for good, and is trusted as long as this instance lives.
    while (!taken.moved.given && (await this.#isStillDue(taken, beganMs))) await this.#pause(machine, taken);
  }

  /** @throws LeftError */
  async #hand({ kind, id, timerMs, mayPassOn, left }: Taken): Promise<'done' | 'failed' | ElsewhereError> {
    try {
      const passedMs = this.#setBack.wasLately() ? timerMs : null;
      await Promise.race([this.#handler?.(ref(kind, id), passedMs), left.promise]);
    } catch (cause) {
      if (cause instanceof ElsewhereError && mayPassOn) return cause;
      if (this.#handler && !(cause instanceof ElsewhereError))
        this.#options.log('error', `the timer of ${kind} ${id} failed; it is tried again in ${RETRY_MS} ms`, {
          cause: String(cause),
        });
      if (this.#handler) return 'failed';
    }
    if (!this.#handler) throw new LeftError(`${kind} ${id} is for another instance`);
    return 'done';
  }

  /**
   * Whether the record has this very timer, and was due at `atMs`. It was not when its account's clock was put back since the job
   * was made; then it is asked for again when it will be. And so is another timer without a job: `add_jobs` makes none when the former
   * one is taken at the same moment.
   */
  async #isStillDue({ kind, id, timerMs, job }: Taken, atMs: number): Promise<boolean> {
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

  /** Until something is to be done again, the timer moves, or this instance ends. */
  async #pause(clock: Clock, { kind, id, moved, left }: Taken): Promise<void> {
    let cancel = () => {};
    const pause = new Promise<void>((resolve) => {
      cancel = clock.after(RETRY_MS, resolve);
    });
    await Promise.race([pause, moved.promise, left.promise]);
    cancel();
    if (!this.#handler) throw new LeftError(`${kind} ${id} is for another instance`);
  }

  /** Tries until the database takes part. @throws StoreUnavailableError when this instance ends before */
  #until<T>(work: () => Promise<T>): Promise<T> {
    const { machine, activity } = this.#options;
    const tried = async (): Promise<T> => {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!this.#handler) throw error;
          const pause = new Promise<void>((resolve) => {
            machine.after(RETRY_MS, resolve);
          });
          await Promise.race([pause, this.#ended.promise]);
        }
      }
    };
    return activity.track(tried());
  }
}

const stillDue = `
  with record as (
    select ${turnOf('r')} as turn, alarm_at, ${SCHEMA}.due_at(account, kind, alarm_at) as next
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
    select kind, id, alarm_at, task, run_at, ${turnOf('r')} as turn
    from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[]) as passed (kind, id, alarm_at, task, run_at)
    join ${SCHEMA}.records r using (kind, id, alarm_at)
  ) as passed`,
  runAt: 'run_at',
  task: 'task',
});

/** A correction of the machine's clock that is no more than this makes no job late that anybody would notice. */
const LEAST_MS = 200;

/**
 * Whether the machine's clock was set back while jobs that come now were waiting. The database knows how long a job waits by its own
 * clock, so it comes in its time; only what it is due by is in the future then.
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
    if (leadMs < this.#leadMs - LEAST_MS) this.#untilMs = elapsedMs + 2 * SOON_MS;
    this.#leadMs = leadMs;
    return elapsedMs < this.#untilMs;
  }
}
