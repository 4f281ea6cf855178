import type { CancelTimer, Kind } from '@svc-simulator/core';
import type { Job } from 'graphile-worker';
import { Alarm } from '../../alarm.ts';
import { Shares } from '../../shares.ts';
import { type DueWork, TIMER_PLACES, type TimerHandler } from '../../store.ts';
import { toSqlText } from '../database.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA, turnKeySql } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import type { Instances } from './instances.ts';
import { type ActiveJob, JobRunner } from './job-runner.ts';
import { JobWorker } from './job-worker.ts';
import { jobMatchesSql, type TurnTime, turnKeyOf, turnKeyOfJob } from './jobs.ts';
import { type Allowance, repairTurnsSql, type TakenTurn, takeTurns } from './turns.ts';

interface StoredBatch {
  readonly puts: readonly {
    readonly activeJob: ActiveJob | undefined;
    readonly kind: Kind;
    readonly account: string | null;
    /** On the account's clock if the record's kind uses it, otherwise on the machine's clock. */
    readonly timerMs: number | null;
    /** The same time on the machine's clock; `FAR_MS` if the account's clock stops before it. */
    readonly dueMs: number | null;
    readonly newJobDueMs: number | null;
  }[];
  readonly deletes: readonly { readonly kind: Kind; readonly id: string }[];
  readonly clockChanges: readonly unknown[];
}

/** Fraction of its share that an account may use for timers that aren't due yet. */
const AHEAD_FRACTION = 0.25;
const OUTAGE_RETRY_MS = 1000;

interface TimerQueueOptions extends StoreParts {
  readonly instances: Instances;
  /** Timers become jobs this long before they are due. */
  readonly aheadMs: number;
}

const LOCKED_TURN_RETRY_MS = 20;

/**
 * Runs timers on several instances with graphile-worker (docs/decisions/0002-postgresql-native-jobs.md). A
 * timer that is due soon becomes a job in its commit; other timers become jobs shortly before they are due.
 * An instance keeps a job locked until the record's timer is changed or deleted.
 *
 * Accounts take turns. The key of a turn is the account's id, or '' for timers on the machine's clock.
 */
export class TimerQueue {
  readonly #options: TimerQueueOptions;
  readonly #jobRunner: JobRunner;
  readonly #worker: JobWorker;
  #isStarted = false;
  #isStopped = false;
  readonly #alarm: Alarm;
  #unsubscribeJumps: CancelTimer = () => {};
  #isCreatingJobs = false;
  #mustCreateJobs = false;
  #areTurnsRepaired = false;
  /** Jobs of all instances by turn key. Between two heartbeats, only this instance's jobs change the counts. */
  readonly #shares = new Shares(TIMER_PLACES);
  /** Turns with more due timers than free places. */
  readonly #crowdedTurns = new Set<string>();

  constructor(options: TimerQueueOptions) {
    this.#options = options;
    this.#jobRunner = new JobRunner(options, (atMs) => this.wake(atMs));
    this.#worker = new JobWorker({
      ...options,
      runJob: (job, mayPassOn) =>
        this.#jobRunner.take(job, mayPassOn).finally(() => this.#onJobEnd(turnKeyOfJob(job))),
    });
    this.#alarm = new Alarm(options.clock);
  }

  start(handler: TimerHandler): void {
    if (this.#isStarted) throw new Error('timers were started before');
    this.#isStarted = true;
    this.#jobRunner.start(handler);
    this.#unsubscribeJumps = this.#options.clock.onJump((byMs) => {
      if (byMs > 0) this.#options.activity.track(this.#rescheduleDueJobs());
    });
    this.#worker.start();
    this.wake(0);
  }

  async dueWork(): Promise<DueWork> {
    const { database, clock } = this.#options;
    const now = clock.now();
    const crowdedKeys = [...this.#crowdedTurns]
      .filter((turnKey) => this.#shares.freePlacesOf(turnKey) === 0)
      .map(toSqlText);
    const [row] = await database.rows<[string, string, string | null, string, string | null]>({
      text: countDueTimersSql,
      values: [now, crowdedKeys],
    });
    const [due, underWay, lateMs, accounts, overLateMs] = row ?? ['0', '0', null, '0', null];
    const toTime = (ms: string | null) => (ms === null ? null : now - Number(ms));
    return {
      due: Number(due),
      underWay: Number(underWay),
      oldestDueAt: toTime(lateMs),
      overShare: { accounts: Number(accounts), oldestDueAt: toTime(overLateMs) },
    };
  }

  /**
   * Returns how many timers of a turn may become jobs in their commit if they are due at `dueMs`. Returns 0
   * if other timers of the turn wait, so that none of them is overtaken.
   */
  freePlacesFor(turnKey: string, dueMs: number): number {
    const now = this.#options.clock.now();
    if (this.#crowdedTurns.has(turnKey) || dueMs > now + this.#options.aheadMs) return 0;
    return this.#shares.freePlacesOf(turnKey, dueMs > now ? AHEAD_FRACTION : 1);
  }

  async countJobs(): Promise<void> {
    const { database, instances } = this.#options;
    const text = `select flags, count(*) from ${JOB_SCHEMA}.jobs group by flags`;
    const rows = await database.rows<[Job['flags'], string]>({ text });
    const counts = rows.map(([flags, count]) => [turnKeyOfJob({ flags }), Number(count)] as const);
    this.#shares.recount(instances.count * TIMER_PLACES, counts);
  }

  activeJobOf(kind: Kind, id: string): ActiveJob | undefined {
    return this.#jobRunner.activeJobOf(kind, id);
  }

  onStored({ puts, deletes, clockChanges }: StoredBatch): void {
    for (const { kind, id } of deletes) this.activeJobOf(kind, id)?.timerChangeSignal.set();
    if (clockChanges.length > 0) this.wake(0);
    for (const put of puts) {
      const { kind, account, activeJob, timerMs, dueMs, newJobDueMs } = put;
      if (activeJob && activeJob.timerMs !== timerMs) activeJob.timerChangeSignal.set();
      const turnKey = turnKeyOf(kind, account);
      if (newJobDueMs !== null) this.#shares.add(turnKey);
      else if (dueMs !== null && dueMs < FAR_MS) this.#scheduleTurn(turnKey, dueMs);
    }
  }

  /**
   * Schedules a turn for a timer that got no job, because it isn't due soon or its turn had no free place.
   */
  #scheduleTurn(turnKey: string, dueMs: number): void {
    const { clock, aheadMs } = this.#options;
    const now = clock.now();
    if (dueMs > now) this.wake(dueMs <= now + aheadMs ? dueMs : dueMs - aheadMs);
    else {
      this.#crowdedTurns.add(turnKey);
      if (this.#shares.freePlacesOf(turnKey) > 0) this.wake(0);
    }
  }

  wake(atMs: number): void {
    if (!this.#isStarted || this.#isStopped) return;
    const { clock } = this.#options;
    if (atMs <= clock.now()) {
      this.#mustCreateJobs = true;
      if (this.#isCreatingJobs) return;
      this.#isCreatingJobs = true;
      this.#options.activity.track(this.#createDueJobs());
    } else this.#alarm.setIfEarlier(atMs, () => this.wake(atMs));
  }

  /** Starts no more timers. Another instance or the next start repeats timers that are running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribeJumps();
    this.#alarm.cancel();
    const shutdown = this.#worker.stop();
    // Unlocks the jobs before the shutdown marks them as failed, because graphile-worker delays failed jobs.
    await this.#options.instances.unlockWorker().catch(() => {});
    this.#jobRunner.stop();
    await shutdown;
  }

  /**
   * @throws StoreUnavailableError
   */
  async replaceWorkerIfStuck(): Promise<void> {
    await this.#worker.replaceIfStuck();
  }

  /** False if this instance has fetched no jobs for a while. */
  get isFetching(): boolean {
    return !this.#isStarted || this.#isStopped || this.#worker.isFetching;
  }

  async isIdle(): Promise<boolean> {
    return !this.#isStarted || this.#isStopped || (await this.#worker.isIdle());
  }

  /**
   * Makes overdue jobs run at once after this machine's clock was set forward. graphile-worker would start
   * them too late, because it follows the clock of PostgreSQL.
   */
  async #rescheduleDueJobs(): Promise<void> {
    const { database, clock, log } = this.#options;
    try {
      await database.rows({ text: rescheduleDueJobsSql, values: [clock.now()] });
    } catch (cause) {
      log('warn', 'jobs come as they were due before the clock was set', { cause: String(cause) });
    }
  }

  async #createDueJobs(): Promise<void> {
    const { database, clock, log, machine, aheadMs } = this.#options;
    while (this.#mustCreateJobs && !this.#isStopped) {
      this.#mustCreateJobs = false;
      try {
        if (!this.#areTurnsRepaired) await database.rows({ text: repairTurnsSql });
        this.#areTurnsRepaired = true;
        const now = clock.now();
        const times = { now, horizonMs: now + aheadMs };
        const { takenTurns, isPartial, nextTurnMs } = await database.transaction((client) =>
          takeTurns(client, this.#buildAllowances(times), times),
        );
        for (const turnKey of takenTurns) this.#recordTaken(turnKey, times);
        if (isPartial) machine.after(LOCKED_TURN_RETRY_MS, () => this.wake(0));
        // Waits half of the lead time or longer, so that timers close together become jobs in one round.
        if (nextTurnMs !== null) this.wake(Math.max(nextTurnMs - aheadMs, clock.now() + 0.5 * aheadMs));
      } catch (cause) {
        log('warn', 'due timers have to wait for the database', { cause: String(cause) });
        machine.after(OUTAGE_RETRY_MS, () => this.wake(0));
      }
    }
    this.#isCreatingJobs = false;
  }

  /**
   * Returns the allowances of all turns that have jobs. If a turn has used its fraction for timers that aren't
   * due yet, its other places are only for due timers.
   */
  #buildAllowances({ now, horizonMs }: TurnTime): readonly Allowance[] {
    return [...this.#shares.owners].map((turnKey) => {
      const placesAhead = this.#shares.freePlacesOf(turnKey, AHEAD_FRACTION);
      return placesAhead > 0
        ? { turnKey, places: placesAhead, untilMs: horizonMs }
        : { turnKey, places: this.#shares.freePlacesOf(turnKey), untilMs: now };
    });
  }

  #recordTaken({ turnKey, queuedCount, hasMore, nextMs }: TakenTurn, { now, horizonMs }: TurnTime): void {
    if (queuedCount > 0) this.#shares.add(turnKey, queuedCount);
    if (hasMore) {
      this.#crowdedTurns.add(turnKey);
      if (this.#shares.freePlacesOf(turnKey) > 0) this.#mustCreateJobs = true;
      return;
    }
    this.#crowdedTurns.delete(turnKey);
    if (nextMs === null) return;
    // If the next timer is within the lead time but has no job, its turn had no free place for early timers. So
    // the timer waits until it is due.
    const hasNoPlace = nextMs > now && nextMs <= horizonMs;
    if (hasNoPlace || turnKey === '') this.wake(hasNoPlace ? nextMs : nextMs - this.#options.aheadMs);
  }

  #onJobEnd(turnKey: string): void {
    this.#shares.release(turnKey);
    if (this.#crowdedTurns.has(turnKey)) this.wake(0);
  }
}

const rescheduleDueJobsSql = `
  select ${JOB_SCHEMA}.reschedule_jobs(array_agg(jobs.id), run_at => clock_timestamp()) from ${JOB_SCHEMA}.jobs
  join ${SCHEMA}.records r on ${jobMatchesSql('r')}
  where locked_at is null and ${SCHEMA}.due_at(account, kind, alarm_at) <= $1::bigint having count(*) > 0`;

/**
 * Counts due timers and running jobs; accounts over their share ($2) are counted separately. If a timer
 * became due because a clock was set, it is late since that moment.
 */
const countDueTimersSql = `
  with waiting as (
    select count(*) as count, extract(epoch from now() - min(run_at)) * 1000 as late from ${JOB_SCHEMA}.jobs
    where locked_at is null and run_at <= now() and attempts < max_attempts and key is distinct from 'trace-sweep '
  ), turns as (
    select count(*) as count, $1::bigint - min(next_at) as late from ${SCHEMA}.counters
    where next_at between 1 and $1::bigint and account <> all($2::text[])
  ), over_share as (
    select count(*) as count, $1::bigint - min(greatest(coalesce(first.due_at - offset_ms, first.due_at), set_at, 0)) as late
    from unnest($2::text[]) as turn left join ${SCHEMA}.clocks on clocks.account = turn cross join lateral (
      select due_at from ${SCHEMA}.records where ${turnKeySql('records')} = turn and due_at is not null order by due_at limit 1
    ) as first
    where first.due_at <= coalesce(frozen_at, $1::bigint + offset_ms, $1::bigint)
  )
  select
    waiting.count + turns.count, (select count(*) from ${JOB_SCHEMA}.jobs where locked_at is not null),
    floor(greatest(waiting.late, turns.late)), over_share.count, over_share.late
  from waiting, turns, over_share`;
