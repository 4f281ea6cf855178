import type { Clock, Kind } from '@svc-simulator/core';
import type { Log } from '../../runtime.ts';
import { type AlarmHandler, ElsewhereError, ref } from '../store.ts';
import type { Activity } from './activity.ts';
import type { Database } from './database.ts';
import { TASK } from './instances.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA } from './migrations.ts';
import { keyOf } from './record-reader.ts';
import { fromSqlText, toSqlText } from './sql-text.ts';

const RETRY_MS = 1000;

/** A record whose alarm is due, as its job names it. */
export interface DueAlarm {
  readonly kind: Kind;
  readonly id: string;
  /** The record's due time when the job was made. */
  readonly alarmMs: number;
}

/** The job that names it, and the worker that holds it: each instance has another one, and perhaps several in turn. */
export interface Lease {
  readonly jobId: string;
  readonly worker: string | null;
}

/** Somebody else has the job by now; the queue leaves it to them. */
class LeaseLostError extends Error {
  constructor({ kind, id }: DueAlarm) {
    super(`another instance has taken over the alarm of ${kind} ${id}`);
  }
}

interface Taken extends DueAlarm {
  readonly lease: Lease;
  /** Nobody has passed it on yet: two that each take the other for its home would go on for ever. */
  readonly mayPassOn: boolean;
  readonly done: () => void;
  /** The job must not go: nobody would be asked again. */
  readonly failed: (error: unknown) => void;
}

interface AtWork {
  readonly alarmMs: number;
  readonly ended: Promise<void>;
  moved: boolean;
}

export interface HandOverOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly machine: Clock;
  readonly log: Log;
  readonly activity: Activity;
  readonly instance: string;
}

/**
 * Hands due alarms to the handler, each due time of a record once; after a rejection again, a second later by the
 * simulator's clock. Until its handler has ended, an alarm's job is this instance's.
 */
export class HandOver {
  readonly #options: HandOverOptions;
  readonly #wake: (atMs: number) => void;
  #handler: AlarmHandler | null = null;
  #arrived: Taken[] = [];
  /** By record: the alarm that its handler is at, and whether the record's alarm has moved since. */
  readonly #atWork = new Map<string, AtWork>();
  #end: () => void = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  constructor(options: HandOverOptions, wake: (atMs: number) => void) {
    this.#options = options;
    this.#wake = wake;
  }

  begin(handler: AlarmHandler): void {
    this.#handler = handler;
  }

  end(): void {
    this.#handler = null;
    this.#end();
  }

  /** A commit has written this record. */
  written(kind: Kind, id: string, alarmMs: number | null): void {
    const taken = this.#atWork.get(keyOf(kind, id));
    if (taken && taken.alarmMs !== alarmMs) taken.moved = true;
  }

  /**
   * Resolves when the job may go: the handler has done its work, or somebody will be asked again.
   * @throws StoreUnavailableError when this instance ends while the database is away, LeaseLostError when it took this one for
   *   dead; the job is for others then.
   */
  take(alarm: DueAlarm, lease: Lease, mayPassOn: boolean): Promise<void> {
    return new Promise((done, failed) => {
      this.#arrived.push({ ...alarm, lease, mayPassOn, done, failed });
      if (this.#arrived.length > 1) return;
      // After those that come in the same answer, so that they are one query and go in order.
      const together = new Promise<void>((resolve) => setImmediate(resolve));
      this.#options.activity.track(together.then(() => this.#begin()));
    });
  }

  /** Those that are still due, in due order: what arrived together is looked up together. */
  async #begin(): Promise<void> {
    const arrived = this.#arrived;
    this.#arrived = [];
    arrived.sort((a, b) => a.alarmMs - b.alarmMs);
    try {
      const due = await this.#until(() => this.#stillDue(arrived));
      for (const alarm of arrived) {
        const key = keyOf(alarm.kind, alarm.id);
        // A job of another time of the same record may have come with it.
        if (due.get(key) === alarm.alarmMs) this.#handOnce(key, alarm).then(alarm.done, alarm.failed);
        else alarm.done();
      }
    } catch (error) {
      for (const { failed } of arrived) failed(error);
    }
  }

  /**
   * By record, the time that it is due. Not those that moved, nor those that a handler took over for good before its job
   * could be told of as done.
   */
  async #stillDue(alarms: readonly Taken[]): Promise<Map<string, number>> {
    const rows = await this.#options.database.rows<[string, string, string]>({
      name: 'svc_due',
      text: `
        select r.kind, r.id, r.alarm_at
        from unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[]) as job(kind, id, alarm_at, passed_on)
        join ${SCHEMA}.records r using (kind, id)
        where r.alarm_at = job.alarm_at and r.due_at is null
          and case when job.passed_on then r.taken_by = $5 else r.taken_by is null end`,
      values: [
        alarms.map(({ kind }) => kind),
        alarms.map(({ id }) => toSqlText(id)),
        alarms.map(({ alarmMs }) => alarmMs),
        alarms.map(({ mayPassOn }) => !mayPassOn),
        this.#options.instance,
      ],
    });
    return new Map(rows.map(([kind, id, alarmMs]) => [keyOf(kind, fromSqlText(id)), Number(alarmMs)]));
  }

  /** A job that comes again, because its lease was lost for a while, waits for the handler that is at it. */
  #handOnce(key: string, alarm: Taken): Promise<void> {
    const { alarmMs } = alarm;
    const before = this.#atWork.get(key);
    if (before?.alarmMs === alarmMs) return before.ended;
    let end: (ended: Promise<void>) => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const taken = { alarmMs, ended, moved: false };
    this.#atWork.set(key, taken);
    end(
      this.#hand(alarm, taken).finally(() => {
        if (this.#atWork.get(key) === taken) this.#atWork.delete(key);
      }),
    );
    return ended;
  }

  async #hand(alarm: Taken, taken: AtWork): Promise<void> {
    const { clock, log, activity } = this.#options;
    const { kind, id } = alarm;
    let end: 'done' | 'failed' | 'left' | ElsewhereError = 'left';
    try {
      if (this.#handler) {
        const handled = this.#handler(ref(kind, id)).then(() => 'done' as const);
        end = await Promise.race([handled, this.#ended.then(() => 'left' as const)]);
      }
    } catch (cause) {
      if (!this.#handler) end = 'left';
      else if (cause instanceof ElsewhereError && alarm.mayPassOn) end = cause;
      else end = 'failed';
      if (end === 'failed' && !taken.moved && !(cause instanceof ElsewhereError)) {
        log('error', `the alarm of ${kind} ${id} failed; it is tried again in ${RETRY_MS} ms`, {
          cause: String(cause),
        });
      }
    }
    // The record has another alarm by now, or none; that one has its own job.
    if (taken.moved) return;
    if (end === 'done') {
      const againMs = await activity.track(this.#until(() => this.#keep(alarm)));
      if (typeof againMs === 'number') this.#wake(againMs);
    } else if (end instanceof ElsewhereError) {
      const { instance } = end;
      await activity.track(this.#until(() => this.#passOn(alarm, instance)));
    } else {
      const againMs = end === 'failed' ? clock.now() + RETRY_MS : null;
      if (!(await activity.track(this.#until(() => this.#giveBack(alarm, againMs))))) {
        throw new LeaseLostError(alarm);
      }
      this.#wake(againMs ?? clock.now());
    }
  }

  /**
   * The handler took it over for good, and is trusted as long as this instance lives. Unless its account's clock was put
   * back since the job was made, so that it is not due any more: then it answers when it will be.
   */
  async #keep({ kind, id, alarmMs }: DueAlarm): Promise<number | null> {
    const { database, clock, instance } = this.#options;
    const [row] = await database.rows<[string | null]>({
      name: 'svc_keep',
      text: `
        update ${SCHEMA}.records r set
          taken_by = case when later.due is null then $4::uuid end,
          due_at = later.due
        from (
          select kind, id, nullif(greatest(${SCHEMA}.due_at(account, kind, alarm_at), $5::bigint), $5::bigint) as due
          from ${SCHEMA}.records where kind = $1 and id = $2
        ) later
        where r.kind = later.kind and r.id = later.id and r.alarm_at = $3 and r.due_at is null returning r.due_at`,
      values: [kind, toSqlText(id), alarmMs, instance, clock.now()],
    });
    const due = Number(row?.[0] ?? FAR_MS);
    return due < FAR_MS ? due : null;
  }

  /** A job that only the other one does; it is given back like anything else if that one dies first. */
  #passOn({ kind, id, alarmMs }: DueAlarm, instance: string): Promise<unknown> {
    return this.#options.database.rows({
      name: 'svc_pass_on',
      text: `
        with passed as (
          update ${SCHEMA}.records set taken_by = $4
          where kind = $1 and id = $2 and alarm_at = $3 and due_at is null returning kind, id, alarm_at
        )
        select ${JOB_SCHEMA}.add_job('${TASK} ' || $4::uuid, json_build_array(kind, id, alarm_at),
          run_at => to_timestamp(alarm_at / 1e6), max_attempts => ${2 ** 15 - 1}) from passed`,
      values: [kind, toSqlText(id), alarmMs, instance],
    });
  }

  /**
   * Due again at `againMs` by the machine's time; null: when its alarm says so. False when the job is not this instance's any
   * more: whoever takes it, or has it, does the work.
   */
  async #giveBack({ kind, id, alarmMs, lease }: Taken, againMs: number | null): Promise<boolean> {
    const rows = await this.#options.database.rows({
      name: 'svc_give_back',
      text: `
        with held as (
          select from ${JOB_SCHEMA}._private_jobs where id = $5 and locked_by = $6 for update
        ), given_back as (
          update ${SCHEMA}.records set
            due_at = coalesce($4::bigint, ${SCHEMA}.due_at(account, kind, alarm_at)), taken_by = null
          where kind = $1 and id = $2 and alarm_at = $3 and due_at is null and exists (select from held)
        )
        select from held`,
      values: [kind, toSqlText(id), alarmMs, againMs, lease.jobId, lease.worker],
    });
    return rows.length > 0;
  }

  /** Tries until the database takes part, or this instance ends. @throws StoreUnavailableError */
  async #until<T>(work: () => Promise<T>): Promise<T> {
    const { machine } = this.#options;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!this.#handler) throw error;
        const pause = new Promise<void>((resolve) => {
          machine.at(machine.now() + RETRY_MS, resolve);
        });
        await Promise.race([pause, this.#ended]);
      }
    }
  }
}
