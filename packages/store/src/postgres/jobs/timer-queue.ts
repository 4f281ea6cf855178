import type { CancelTimer, Kind } from '@svc-simulator/core';
import type { Job } from 'graphile-worker';
import { Alarm } from '../../alarm.ts';
import { Shares } from '../../shares.ts';
import { type DueWork, TIMER_PLACES, type TimerHandler } from '../../store.ts';
import { toSqlText } from '../database.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA, turnSql as turnOfRecord } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import type { Instances } from './instances.ts';
import { type ActiveJob, JobRunner } from './job-runner.ts';
import { JobWorker } from './job-worker.ts';
import { jobMatchesSql, type TurnTime, turnOf, turnOfJob } from './jobs.ts';
import { type Allowance, alignTurns, type TakenTurn, takeTurns } from './turns.ts';

interface StoredBatch {
  readonly puts: readonly {
    readonly held: ActiveJob | undefined;
    readonly kind: Kind;
    readonly account: string | null;
    readonly timerMs: number | null;
    readonly dueMs: number | null;
    readonly jobMs: number | null;
  }[];
  readonly deletes: readonly { readonly kind: Kind; readonly id: string }[];
  readonly clockChanges: readonly unknown[];
}

/** Part of its share that an account may use for jobs that are not due yet. */
const AHEAD_PART = 0.25;
const RETRY_MS = 1000;

interface TimerQueueOptions extends StoreParts {
  readonly instances: Instances;
  /** Time before their due time at which timers become jobs. */
  readonly aheadMs: number;
}

/** Pause before turns that a commit had locked are tried again. */
const AGAIN_MS = 20;

/**
 * Runs timers on several instances with graphile-worker (docs/decisions/0002-postgresql-native-jobs.md). Near
 * timers become jobs in their commit, later ones when their time is near. An instance keeps a job running
 * until the record's timer moves.
 */
export class TimerQueue {
  readonly #options: TimerQueueOptions;
  readonly #jobRunner: JobRunner;
  readonly #worker: JobWorker;
  #started = false;
  #stopped = false;
  readonly #wakeUp: Alarm;
  #forgetJumps: CancelTimer = () => {};
  #promoting = false;
  #again = false;
  #isAligned = false;
  /**
   * Jobs of all instances by turn: they are counted at the heartbeat, then adjusted by those that this
   * instance adds and ends.
   */
  readonly #shares = new Shares(TIMER_PLACES);
  /** Turns with more due timers than free places. */
  readonly #crowded = new Set<string>();

  constructor(options: TimerQueueOptions) {
    this.#options = options;
    this.#jobRunner = new JobRunner(options, (atMs) => this.wake(atMs));
    this.#worker = new JobWorker({
      ...options,
      work: (job, mayPassOn) =>
        this.#jobRunner.take(job, mayPassOn).finally(() => this.#ended(turnOfJob(job))),
    });
    this.#wakeUp = new Alarm(options.clock);
  }

  start(handler: TimerHandler): void {
    if (this.#started) throw new Error('timers were started before');
    this.#started = true;
    this.#jobRunner.begin(handler);
    this.#forgetJumps = this.#options.clock.onJump((byMs) => {
      if (byMs > 0) this.#options.activity.track(this.#comeSooner());
    });
    this.#worker.start();
    this.wake(0);
  }

  async dueWork(): Promise<DueWork> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const over = [...this.#crowded].filter((turn) => this.#shares.roomOf(turn) === 0).map(toSqlText);
    const [row] = await database.rows<[string, string, string | null, string, string | null]>({
      text: countDueTimers,
      values: [now, over],
    });
    const [due, underWay, lateMs, accounts, overLateMs] = row ?? ['0', '0', null, '0', null];
    const since = (ms: string | null) => (ms === null ? null : now - Number(ms));
    return {
      due: Number(due),
      underWay: Number(underWay),
      oldestDueAt: since(lateMs),
      overShare: { accounts: Number(accounts), oldestDueAt: since(overLateMs) },
    };
  }

  /**
   * Returns how many timers with this due time may become jobs in their commit; 0 while others of the turn
   * wait.
   */
  roomFor(turn: string, dueMs: number): number {
    const now = this.#options.clock.now();
    if (this.#crowded.has(turn) || dueMs > now + this.#options.aheadMs) return 0;
    return this.#shares.roomOf(turn, dueMs > now ? AHEAD_PART : 1);
  }

  async countJobs(): Promise<void> {
    const { database, instances } = this.#options;
    const text = `select flags, count(*) from ${JOB_SCHEMA}.jobs group by flags`;
    const rows = await database.rows<[Job['flags'], string]>({ text });
    const counts = rows.map(([flags, count]) => [turnOfJob({ flags }), Number(count)] as const);
    this.#shares.recount(instances.count * TIMER_PLACES, counts);
  }

  held(kind: Kind, id: string): ActiveJob | undefined {
    return this.#jobRunner.held(kind, id);
  }

  stored({ puts, deletes, clockChanges }: StoredBatch): void {
    for (const { kind, id } of deletes) this.held(kind, id)?.moved.give();
    if (clockChanges.length > 0) this.wake(0);
    for (const put of puts) {
      const { kind, account, held, timerMs, dueMs, jobMs } = put;
      if (held && held.timerMs !== timerMs) held.moved.give();
      const turn = turnOf(kind, account);
      if (jobMs !== null) this.#shares.add(turn);
      else if (dueMs !== null && dueMs < FAR_MS) this.#waits(turn, dueMs);
    }
  }

  /** Schedules a turn for a timer without a job, which is due later or found no place. */
  #waits(turn: string, dueMs: number): void {
    const { clock, aheadMs } = this.#options;
    const now = clock.now();
    if (dueMs > now) this.wake(dueMs <= now + aheadMs ? dueMs : dueMs - aheadMs);
    else {
      this.#crowded.add(turn);
      if (this.#shares.roomOf(turn) > 0) this.wake(0);
    }
  }

  wake(atMs: number): void {
    if (!this.#started || this.#stopped) return;
    const { clock } = this.#options;
    if (atMs <= clock.now()) {
      this.#again = true;
      if (this.#promoting) return;
      this.#promoting = true;
      this.#options.activity.track(this.#promote());
    } else this.#wakeUp.setBy(atMs, () => this.wake(atMs));
  }

  /** Stops handing timers over; those of running handlers are left to other instances or the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#forgetJumps();
    this.#wakeUp.silence();
    const shutdown = this.#worker.stop();
    // The jobs are unlocked before the shutdown fails them, because graphile-worker postpones failed jobs.
    await this.#options.instances.unlockWorker().catch(() => {});
    this.#jobRunner.end();
    await shutdown;
  }

  /**
   * See `JobWorker.replaceIfStuck`.
   * @throws StoreUnavailableError
   */
  async replaceWorkerIfStuck(): Promise<void> {
    await this.#worker.replaceIfStuck();
  }

  /** Returns false when this instance has got no jobs for a while. */
  get isFetching(): boolean {
    return !this.#started || this.#stopped || this.#worker.isFetching;
  }

  async isIdle(): Promise<boolean> {
    return !this.#started || this.#stopped || (await this.#worker.isIdle());
  }

  /** After the clock was set forward, overdue jobs must not wait for the server's clock. */
  async #comeSooner(): Promise<void> {
    const { database, clock, log } = this.#options;
    try {
      await database.rows({ text: runDue, values: [clock.now()] });
    } catch (cause) {
      log('warn', 'jobs come as they were due before the clock was set', { cause: String(cause) });
    }
  }

  async #promote(): Promise<void> {
    const { database, clock, log, machine, aheadMs } = this.#options;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        if (!this.#isAligned) await database.rows({ text: alignTurns });
        this.#isAligned = true;
        const now = clock.now();
        const times = { now, soonMs: now + aheadMs };
        const { takenTurns, isPartial, nextTurnMs } = await database.transaction((client) =>
          takeTurns(client, this.#allowances(times), times),
        );
        for (const turn of takenTurns) this.#took(turn, times);
        if (isPartial) machine.after(AGAIN_MS, () => this.wake(0));
        // Waits half the lead time, so that many close timers share a round and none is late.
        if (nextTurnMs !== null) this.wake(Math.max(nextTurnMs - aheadMs, clock.now() + 0.5 * aheadMs));
      } catch (cause) {
        log('warn', 'due timers have to wait for the database', { cause: String(cause) });
        machine.after(RETRY_MS, () => this.wake(0));
      }
    }
    this.#promoting = false;
  }

  /**
   * Returns the allowances of turns that hold places: one that holds its part gets the rest only for timers
   * that are due.
   */
  #allowances({ now, soonMs }: TurnTime): readonly Allowance[] {
    return [...this.#shares.owners].map((turn) => {
      const ahead = this.#shares.roomOf(turn, AHEAD_PART);
      return ahead > 0
        ? { turn, room: ahead, untilMs: soonMs }
        : { turn, room: this.#shares.roomOf(turn), untilMs: now };
    });
  }

  #took({ turn, queued, hasMore, nextMs }: TakenTurn, { now, soonMs }: TurnTime): void {
    if (queued > 0) this.#shares.add(turn, queued);
    if (hasMore) {
      this.#crowded.add(turn);
      if (this.#shares.roomOf(turn) > 0) this.#again = true;
      return;
    }
    this.#crowded.delete(turn);
    if (nextMs === null) return;
    // A timer within the lead time has no job if its account had no free place; it is tried again when due.
    const isHeldUp = nextMs > now && nextMs <= soonMs;
    if (isHeldUp || turn === '') this.wake(isHeldUp ? nextMs : nextMs - this.#options.aheadMs);
  }

  #ended(turn: string): void {
    this.#shares.giveBack(turn);
    if (this.#crowded.has(turn)) this.wake(0);
  }
}

const runDue = `
  select ${JOB_SCHEMA}.reschedule_jobs(array_agg(jobs.id), run_at => clock_timestamp()) from ${JOB_SCHEMA}.jobs
  join ${SCHEMA}.records r on ${jobMatchesSql('r')}
  where locked_at is null and ${SCHEMA}.due_at(account, kind, alarm_at) <= $1::bigint having count(*) > 0`;

/**
 * Counts accounts over their share ($2) separately. The lateness of timers that became due by setting a clock
 * counts from that moment.
 */
const countDueTimers = `
  with waiting as (
    select count(*) as count, extract(epoch from now() - min(run_at)) * 1000 as late from ${JOB_SCHEMA}.jobs
    where locked_at is null and run_at <= now() and attempts < max_attempts and key is distinct from 'trace-sweep '
  ), turns as (
    select count(*) as count, $1::bigint - min(next_at) as late from ${SCHEMA}.counters
    where next_at between 1 and $1::bigint and account <> all($2::text[])
  ), over as (
    select count(*) as count, $1::bigint - min(greatest(coalesce(first.due_at - offset_ms, first.due_at), set_at, 0)) as late
    from unnest($2::text[]) as turn left join ${SCHEMA}.clocks on clocks.account = turn cross join lateral (
      select due_at from ${SCHEMA}.records where ${turnOfRecord('records')} = turn and due_at is not null order by due_at limit 1
    ) as first
    where first.due_at <= coalesce(frozen_at, $1::bigint + offset_ms, $1::bigint)
  )
  select
    waiting.count + turns.count, (select count(*) from ${JOB_SCHEMA}.jobs where locked_at is not null),
    floor(greatest(waiting.late, turns.late)), over.count, over.late
  from waiting, turns, over`;
