import { type Clock, RETENTION_MS } from '@svc-simulator/core';
import type { Log } from '../../runtime.ts';
import type { StoredEvent, Trace, TraceQuery } from '../store.ts';
import { accountTimeSql } from './account-clocks.ts';
import type { Activity } from './activity.ts';
import type { Database } from './database.ts';
import { Followers } from './followers.ts';
import { SCHEMA } from './migrations.ts';
import type { RecordReader } from './record-reader.ts';
import { fromSqlText, toSqlText } from './sql-text.ts';

export type EventRow = [id: string, type: string, sessionId: string | null, json: string];

export interface PostgresTraceOptions {
  readonly database: Database;
  readonly reader: RecordReader;
  readonly clock: Clock;
  readonly log: Log;
  readonly activity: Activity;
}

/** The trace in the database. Events older than 14 days are not answered, whether they are still there or not. */
export class PostgresTrace implements Trace {
  readonly followers: Followers;
  readonly #database: Database;
  readonly #clock: Clock;

  constructor({ database, reader, clock, log, activity }: PostgresTraceOptions) {
    this.#database = database;
    this.#clock = clock;
    this.followers = new Followers({
      log,
      activity,
      page: (accountId, query) => this.page(accountId, query),
      lastEventIds: (accounts) => this.#lastEventIds(accounts),
      before: (answer) => reader.before(answer),
    });
  }

  /** @throws StoreUnavailableError */
  async page(
    accountId: string,
    { types, sessionId, after, limit, order }: TraceQuery,
  ): Promise<readonly StoredEvent[]> {
    const values: unknown[] = [toSqlText(accountId), this.#clock.now(), limit];
    const filters: string[] = [];
    const filter = (condition: string, value: unknown) =>
      filters.push(` and ${condition} $${values.push(value)}`);
    if (types !== undefined) filters.push(` and type = any($${values.push(types.map(toSqlText))})`);
    if (sessionId !== undefined) filter('session_id =', toSqlText(sessionId));
    if (after !== undefined) filter(order === 'asc' ? 'id >' : 'id <', after);
    const rows = await this.#database.rows<EventRow>({
      text: `${select}${filters.join('')} order by id ${order === 'asc' ? 'asc' : 'desc'} limit $3`,
      values,
    });
    return rows.map((row) => eventOf(accountId, row));
  }

  /** @throws StoreUnavailableError */
  async get(accountId: string, id: number): Promise<StoredEvent | undefined> {
    const [row] = await this.#database.rows<EventRow>({
      name: 'svc_event',
      text: `${select} and id = $3`,
      values: [toSqlText(accountId), this.#clock.now(), id],
    });
    return row && eventOf(accountId, row);
  }

  subscribe(accountId: string | null, listener: (event: StoredEvent) => void): () => void {
    return this.followers.add(accountId, listener);
  }

  everywhere(listener: (event: StoredEvent) => void): () => void {
    return this.followers.addEverywhere(listener);
  }

  async #lastEventIds(accounts: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.rows<[string, string]>({
      text: `select account, last_event from ${SCHEMA}.counters where account = any($1)`,
      values: [accounts.map(toSqlText)],
    });
    return new Map(rows.map(([account, last]) => [fromSqlText(account), Number(last)]));
  }
}

/** Of the account `$1` what retention has left, where `$2` is the machine's time. */
export const visibleEvents = `${SCHEMA}.events where account = $1 and at >= ${accountTimeSql('$1', '$2')} - ${RETENTION_MS}`;

const select = `
  select id, type, session_id, convert_from(json, 'UTF8') from ${visibleEvents}`;

export function eventOf(accountId: string, [id, type, sessionId, json]: EventRow): StoredEvent {
  return {
    accountId,
    id: Number(id),
    type: fromSqlText(type),
    sessionId: sessionId === null ? undefined : fromSqlText(sessionId),
    json,
  };
}
