import { type Clock, RETENTION_MS } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import { PAGE_BYTES, type Page, type StoredEvent, type Trace, type TraceQuery } from '../../store.ts';
import type { Database } from '../database.ts';
import { accountTimeSql } from '../jobs/account-clocks.ts';
import type { Activity } from '../jobs/activity.ts';
import type { RecordReader } from '../record-reader.ts';
import { SCHEMA } from '../schema/migrations.ts';
import { fromSqlText, toSqlText } from '../sql-text.ts';
import { Followers } from './followers.ts';
import { pageSql } from './page-sql.ts';

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
    { types, sessionId, after, limit, maxBytes = PAGE_BYTES, order }: TraceQuery,
  ): Promise<Page<StoredEvent>> {
    const values: unknown[] = [toSqlText(accountId), this.#clock.now(), limit + 1, maxBytes];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    let events = `select * from ${visibleEvents}`;
    if (after !== undefined) events += ` and id ${order === 'asc' ? '>' : '<'} ${parameter(after)}`;
    if (sessionId !== undefined) events += ` and session_id = ${parameter(toSqlText(sessionId))}`;
    if (types !== undefined) {
      const wanted = parameter(types.map(toSqlText));
      // A page of each type, since an index by type is in order within one. A session's events are few.
      events =
        sessionId === undefined
          ? `select page.* from unnest(${wanted}::text[]) as wanted(type) cross join lateral (
               ${events} and type = wanted.type order by id ${order} limit $3) as page`
          : `${events} and type = any(${wanted})`;
    }
    const rows = await this.#database.rows<[...EventRow, hasMore: boolean]>({
      text: pageSql({ columns, key: 'id', order, text: 'json', rows: events, most: '$3', maxBytes: '$4' }),
      values,
    });
    const last = rows.at(-1);
    return {
      items: rows.map(([id, type, session, json]) => eventOf(accountId, [id, type, session, json])),
      nextCursor: last?.[4] ? last[0] : null,
    };
  }

  /** @throws StoreUnavailableError */
  async get(accountId: string, id: number): Promise<StoredEvent | undefined> {
    const [row] = await this.#database.rows<EventRow>({
      name: 'svc_event',
      text: `select ${columns} from ${visibleEvents} and id = $3`,
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

const columns = `id, type, session_id, convert_from(json, 'UTF8')`;

export function eventOf(accountId: string, [id, type, sessionId, json]: EventRow): StoredEvent {
  return {
    accountId,
    id: Number(id),
    type: fromSqlText(type),
    sessionId: sessionId === null ? undefined : fromSqlText(sessionId),
    json,
  };
}
