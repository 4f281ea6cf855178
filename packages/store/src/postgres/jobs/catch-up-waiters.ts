import { accountTime, getOrCreate, kindsOnAccountTime } from '@svc-simulator/core';
import { StoreUnavailableError } from '../../store.ts';
import { toSqlText } from '../database.ts';
import { JOB_SCHEMA, SCHEMA, turnKeySql } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { toAccountClock } from './account-clocks.ts';
import { jobMatchesSql, MAX_EARLY_MS } from './jobs.ts';

/** Interval of queries while callers wait: other instances don't announce changes that have no event. */
const RECHECK_MS = 20;
const RECHECK_ALONE_MS = 1000;

interface CatchUpWaitersOptions extends StoreParts {
  readonly isAlone: () => boolean;
  readonly isClosing: () => boolean;
}

/**
 * Implements `Store.whenCaughtUp`. A finished timer gets a later time, or its record is deleted. So a timer
 * in the past means unfinished work on some instance.
 */
export class CatchUpWaiters {
  readonly #options: CatchUpWaitersOptions;
  readonly #waiters = new Map<string, Set<() => void>>();

  constructor(options: CatchUpWaitersOptions) {
    this.#options = options;
  }

  onStored(accounts: Iterable<string>): void {
    for (const account of accounts) for (const wake of this.#waiters.get(account) ?? []) wake();
  }

  async waitUntilCaughtUp(accountId: string): Promise<number | null> {
    const { database, clock, isClosing } = this.#options;
    while (!isClosing()) {
      // Starts watching before the query, so that no change during the query is missed.
      const change = this.#watchChanges(accountId);
      try {
        const [row] = await database.rows<[string, string | null, string | null]>({
          name: 'svc_next_alarm',
          text: nextTimerSql,
          values: [toSqlText(accountId), kindsOnAccountTime],
        });
        if (!row) throw new StoreUnavailableError('the account has no clock of its own any more');
        const [offsetMs, frozenAt, nextTimerMs] = row;
        if (
          nextTimerMs === null ||
          Number(nextTimerMs) > accountTime(toAccountClock(offsetMs, frozenAt), clock.now())
        )
          return nextTimerMs === null ? null : Number(nextTimerMs);
        await change.next;
      } finally {
        change.stop();
      }
    }
    throw new StoreUnavailableError('the simulator is closing');
  }

  #watchChanges(accountId: string): { readonly next: Promise<void>; stop(): void } {
    const { machine, isAlone } = this.#options;
    let stop = () => {};
    const next = new Promise<void>((resolve) => {
      const waiters = getOrCreate(this.#waiters, accountId, () => new Set()).add(resolve);
      const cancel = machine.after(isAlone() ? RECHECK_ALONE_MS : RECHECK_MS, resolve);
      stop = () => {
        cancel();
        waiters.delete(resolve);
        if (waiters.size === 0) this.#waiters.delete(accountId);
      };
    });
    return { next, stop };
  }
}

/**
 * Finds the time of the account's next timer (`alarm_at`). Timers without a job are found by `due_at`, which
 * is at most `MAX_EARLY_MS` before `alarm_at`. If a timer has a job, `due_at` is the later time at which that
 * job is looked for, so the timer is found through the job.
 */
const nextTimerSql = `
  select offset_ms, frozen_at, least(
    (select min(alarm_at) from ${SCHEMA}.records where ${turnKeySql('records')} = $1 and due_at <= alarm_at and due_at <= ${MAX_EARLY_MS} + (
      select min(due_at) from ${SCHEMA}.records where ${turnKeySql('records')} = $1 and due_at is not null
    )),
    (select min(alarm_at) from ${JOB_SCHEMA}.jobs join ${SCHEMA}.records r on ${jobMatchesSql('r')} where flags ? $1 and r.account = $1 and r.kind = any($2::text[]))
  ) from ${SCHEMA}.clocks where account = $1`;
