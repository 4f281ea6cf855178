import { accountTime, kindsOnAccountTime } from '@svc-simulator/core';
import { StoreUnavailableError } from '../../store.ts';
import { toSqlText } from '../database.ts';
import { JOB_SCHEMA, SCHEMA, turnOf } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { A_LITTLE_MS, isJobOf } from './jobs.ts';

/** Between two looks at what other instances may have stored without saying so. */
const LOOK_AGAIN_MS = 20;
/** The same when there are none: one may have come since the last heartbeat. */
const ALONE_MS = 1000;

interface CatchingUpOptions extends StoreParts {
  readonly isAlone: () => boolean;
  readonly isClosing: () => boolean;
}

/**
 * See `Store.caughtUp`. A record's timer moves, or the record goes, when its work is done, whichever instance does it: so a
 * timer that has passed is work that waits or is under way.
 */
export class CatchingUp {
  readonly #options: CatchingUpOptions;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(options: CatchingUpOptions) {
    this.#options = options;
  }

  /** Something of these accounts was stored. */
  stored(accounts: Iterable<string>): void {
    for (const account of accounts) for (const look of this.#waiting.get(account) ?? []) look();
  }

  async wait(accountId: string): Promise<number | null> {
    const { database, clock, isClosing } = this.#options;
    while (!isClosing()) {
      // What is stored after the database has looked, and before its answer comes, counts.
      const change = this.#change(accountId);
      try {
        const [row] = await database.rows<[string, string | null, string | null]>({
          name: 'svc_next_alarm',
          text: nextTimer,
          values: [toSqlText(accountId), kindsOnAccountTime],
        });
        if (!row) throw new StoreUnavailableError('the account has no clock of its own any more');
        const [offsetMs, frozenAt, next] = row;
        const own = { offsetMs: Number(offsetMs), frozenAt: frozenAt === null ? null : Number(frozenAt) };
        if (next === null || Number(next) > accountTime(own, clock.now()))
          return next === null ? null : Number(next);
        await change.next;
      } finally {
        change.forget();
      }
    }
    throw new StoreUnavailableError('the simulator is closing');
  }

  /** Resolves when something of the account may have been stored. */
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

/** A record is looked at up to an hour before its timer (`A_LITTLE_MS`); one whose job is made has its job. */
const nextTimer = `
  select offset_ms, frozen_at, least(
    (select min(alarm_at) from ${SCHEMA}.records where ${turnOf('records')} = $1 and due_at <= alarm_at and due_at <= ${A_LITTLE_MS} + (
      select min(due_at) from ${SCHEMA}.records where ${turnOf('records')} = $1 and due_at is not null
    )),
    (select min(alarm_at) from ${JOB_SCHEMA}.jobs join ${SCHEMA}.records r on ${isJobOf('r')} where flags ? $1 and r.account = $1 and r.kind = any($2::text[]))
  ) from ${SCHEMA}.clocks where account = $1`;
