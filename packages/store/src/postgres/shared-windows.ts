import type { CountedUse } from '../store.ts';
import type { Database } from './database.ts';
import { SCHEMA } from './schema/migrations.ts';
import { toSqlText } from './sql-text.ts';

/** Uses by account and window, counted by all instances together. */
export class SharedWindows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws StoreUnavailableError */
  async count(accountId: string, limit: number, now: number, lengthMs: number): Promise<CountedUse> {
    const [row] = await this.#database.rows<[string, number]>({
      name: 'svc_count',
      text: count,
      values: [toSqlText(accountId), limit, now, lengthMs],
    });
    const [startedAt, used] = row ?? [String(now), 1];
    return { startedAt: Number(startedAt), used: Math.min(used, limit), passed: used <= limit };
  }

  /** @throws StoreUnavailableError */
  async forget(accountId: string): Promise<void> {
    const text = `delete from ${SCHEMA}.windows where account = $1`;
    await this.#database.rows({ text, values: [toSqlText(accountId)] });
  }
}

/** A window of another limit is over, as is one that has lasted its time, or that a clock which was set back leaves in the future. `used` is at most one above the limit. */
const over = `w.most <> excluded.most or abs($3::bigint - w.started_at) >= $4::bigint`;
const count = `
  insert into ${SCHEMA}.windows as w (account, most, started_at, used) values ($1, $2, $3, 1)
  on conflict (account) do update set
    most = excluded.most,
    started_at = case when ${over} then excluded.started_at else w.started_at end,
    used = case when ${over} then 1 else least(w.used, w.most) + 1 end
  returning started_at, used`;
