import { accountTime, kindsOnAccountTime } from '@svc-simulator/core';
import { StoreUnavailableError } from '../../store.ts';
import { toSqlText } from '../database.ts';
import { JOB_SCHEMA, SCHEMA, turnSql } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { A_LITTLE_MS, jobMatchesSql } from './jobs.ts';

/** Interval for finding changes of other instances that were not announced. */
const LOOK_AGAIN_MS = 20;
const ALONE_MS = 1000;

interface CatchingUpOptions extends StoreParts {
  readonly isAlone: () => boolean;
  readonly isClosing: () => boolean;
}

/**
 * See `Store.caughtUp`. A finished timer moves or its record goes, on whichever instance, so a timer in the
 * past is work that waits or runs.
 */
export class CatchingUp {
  readonly #options: CatchingUpOptions;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(options: CatchingUpOptions) {
    this.#options = options;
  }

  stored(accounts: Iterable<string>): void {
    for (const account of accounts) for (const look of this.#waiting.get(account) ?? []) look();
  }

  async wait(accountId: string): Promise<number | null> {
    const { database, clock, isClosing } = this.#options;
    while (!isClosing()) {
      // Registered first, so that a change during the query is noticed.
      const change = this.#change(accountId);
      try {
        const [row] = await database.rows<[string, string | null, string | null]>({
          name: 'svc_next_alarm',
          text: nextTimer,
          values: [toSqlText(accountId), kindsOnAccountTime],
        });
        if (!row) throw new StoreUnavailableError('the account has no clock of its own any more');
        const [offsetMs, frozenAt, next] = row;
        const accountClock = {
          offsetMs: Number(offsetMs),
          frozenAt: frozenAt === null ? null : Number(frozenAt),
        };
        if (next === null || Number(next) > accountTime(accountClock, clock.now()))
          return next === null ? null : Number(next);
        await change.next;
      } finally {
        change.forget();
      }
    }
    throw new StoreUnavailableError('the simulator is closing');
  }

  #change(accountId: string): { readonly next: Promise<void>; forget(): void } {
    const { machine, isAlone } = this.#options;
    let forget = () => {};
    const next = new Promise<void>((resolve) => {
      const waiting = this.#waiting.get(accountId) ?? new Set();
      this.#waiting.set(accountId, waiting.add(resolve));
      const cancel = machine.after(isAlone() ? ALONE_MS : LOOK_AGAIN_MS, resolve);
      forget = () => {
        cancel();
        waiting.delete(resolve);
        if (waiting.size === 0) this.#waiting.delete(accountId);
      };
    });
    return { next, forget };
  }
}

/**
 * Records may have a `due_at` up to an hour before their timer (`A_LITTLE_MS`); timers with a job are found
 * through the job.
 */
const nextTimer = `
  select offset_ms, frozen_at, least(
    (select min(alarm_at) from ${SCHEMA}.records where ${turnSql('records')} = $1 and due_at <= alarm_at and due_at <= ${A_LITTLE_MS} + (
      select min(due_at) from ${SCHEMA}.records where ${turnSql('records')} = $1 and due_at is not null
    )),
    (select min(alarm_at) from ${JOB_SCHEMA}.jobs join ${SCHEMA}.records r on ${jobMatchesSql('r')} where flags ? $1 and r.account = $1 and r.kind = any($2::text[]))
  ) from ${SCHEMA}.clocks where account = $1`;
