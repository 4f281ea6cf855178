import type { Clock } from '@svc-simulator/core';
import {
  PAGE_BYTES,
  type StoredTraceEvent,
  type StorePage,
  type Trace,
  type TraceQuery,
} from '../../store.ts';
import { type Database, fromSqlText, groupByIndex, TurnBatcher, toSqlText } from '../database.ts';
import { accountTimeSql } from '../jobs/account-clocks.ts';
import type { RecordReader } from '../record-reader.ts';
import { keyConditionSql, SCHEMA } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { Followers } from './followers.ts';
import { pageSql } from './page-sql.ts';

export type EventRow = [id: string, type: string, sessionId: string | null, json: string];

type PageRow = [...EventRow, hasMore: boolean];

interface EventPosition {
  readonly accountId: string;
  readonly id: number;
}

type PositionRow = [index: string, ...PageRow];
type RowsByPosition = ReadonlyMap<EventPosition, readonly PositionRow[]>;

const MAX_NEW_EVENTS = 500;

/** The trace in the database. Doesn't return expired events that aren't deleted yet. */
export class PostgresTrace implements Trace {
  readonly followers: Followers;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #retentionMs: number;
  /**
   * Combines simultaneous reads of single events: an instance reads one event for each webhook that it sends.
   */
  readonly #eventBatcher: TurnBatcher<EventPosition, RowsByPosition>;
  readonly #newEventsBatcher: TurnBatcher<EventPosition, RowsByPosition>;

  constructor(parts: StoreParts, reader: RecordReader) {
    const { database, clock, retentionMs } = parts;
    this.#database = database;
    this.#clock = clock;
    this.#retentionMs = retentionMs;
    this.followers = new Followers({
      ...parts,
      readAfter: async (accountId, id) => {
        const position = { accountId, id };
        const rows = (await this.#newEventsBatcher.add(position)).get(position) ?? [];
        return toEventPage(
          accountId,
          rows.map(([, ...row]) => row),
        );
      },
      lastEventIds: (accounts) => this.#lastEventIds(accounts),
      delayCommits: (accountId, read) => reader.delayCommits(accountId, read),
    });
    const readPositions = async (
      positions: readonly EventPosition[],
      name: string,
      text: string,
      ...more: unknown[]
    ) => {
      const accounts = positions.map(({ accountId }) => toSqlText(accountId));
      const values = [accounts, positions.map(({ id }) => id), clock.now(), ...more];
      return groupByIndex(positions, await database.rows<PositionRow>({ name, text, values }));
    };
    this.#eventBatcher = new TurnBatcher((positions) =>
      readPositions(positions, 'svc_events', singleEventsSql(retentionMs)),
    );
    this.#newEventsBatcher = new TurnBatcher((positions) =>
      readPositions(
        positions,
        'svc_news',
        newEventsSql(retentionMs),
        MAX_NEW_EVENTS + 1,
        Math.ceil(PAGE_BYTES / positions.length),
      ),
    );
  }

  async page(
    accountId: string,
    { types, sessionId, after, limit, maxBytes = PAGE_BYTES, order }: TraceQuery,
  ): Promise<StorePage<StoredTraceEvent>> {
    const values: unknown[] = [toSqlText(accountId), this.#clock.now(), limit + 1, maxBytes];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const afterSql = after === undefined ? '' : ` and id ${order === 'asc' ? '>' : '<'} ${parameter(after)}`;
    const eventsOf = (condition: string) =>
      `select * from ${visibleSql(condition, '$1', '$2', this.#retentionMs)}${afterSql}`;
    const inList = (column: string, value: string) =>
      eventsOf(keyConditionSql(['account', column], ['$1::text', value]));
    let eventsSql =
      sessionId === undefined
        ? eventsOf('account = $1')
        : inList('session_id', parameter(toSqlText(sessionId)));
    if (types !== undefined) {
      const typesParameter = parameter(types.map(toSqlText));
      // Reads a page of each type, because the index is ordered by id within a type. A session has few
      // events, so they are filtered by type afterwards.
      eventsSql =
        sessionId === undefined
          ? `select page.* from unnest(${typesParameter}::text[]) as wanted(type) cross join lateral (
               ${inList('type', 'wanted.type')} order by id ${order} limit $3) as page`
          : `${eventsSql} and type = any(${typesParameter})`;
    }
    const rows = await this.#database.rows<PageRow>({
      text: pageSql({
        columns: eventColumnsSql,
        orderColumn: 'id',
        order,
        measuredColumn: 'json',
        rows: eventsSql,
        limitPlusOne: '$3',
        maxBytes: '$4',
      }),
      values,
    });
    return toEventPage(accountId, rows);
  }

  async get(accountId: string, id: number): Promise<StoredTraceEvent | undefined> {
    const position = { accountId, id };
    const [rowOfEvent] = (await this.#eventBatcher.add(position)).get(position) ?? [];
    if (rowOfEvent === undefined) return undefined;
    const [, ...row] = rowOfEvent;
    return eventFromRow(accountId, row);
  }

  subscribe(
    accountId: string | null,
    listener: (event: StoredTraceEvent) => void,
    onReady?: () => void,
  ): () => void {
    return this.followers.add(accountId, listener, onReady);
  }

  everywhere(listener: (event: StoredTraceEvent) => void): () => void {
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

function toEventPage(accountId: string, rows: readonly PageRow[]): StorePage<StoredTraceEvent> {
  const last = rows.at(-1);
  return { items: rows.map((row) => eventFromRow(accountId, row)), nextCursor: last?.[4] ? last[0] : null };
}

const visibleSql = (condition: string, account: string, now: string, retentionMs: number) =>
  `${SCHEMA}.events where ${condition} and at >= ${accountTimeSql(account, now)} - ${retentionMs}`;
const visibleToSql = (account: string, now: string, retentionMs: number) =>
  visibleSql(`account = ${account}`, account, now, retentionMs);

export const visibleEventsSql = (retentionMs: number) => visibleToSql('$1', '$2', retentionMs);

const eventColumnsSql = `id, type, session_id, convert_from(json, 'UTF8')`;

const positionsSql = 'unnest($1::text[], $2::bigint[]) with ordinality as asked (of_account, of_id, place)';
const singleEventsSql = (retentionMs: number) => `
  select asked.place, found.* from ${positionsSql}
    cross join lateral (select ${eventColumnsSql}, false from ${visibleToSql('asked.of_account', '$3', retentionMs)} and id = asked.of_id limit 1) as found`;
const newEventsSql = (retentionMs: number) => `
  select asked.place, page.* from ${positionsSql}
    cross join lateral (${pageSql({
      columns: eventColumnsSql,
      orderColumn: 'id',
      order: 'asc',
      measuredColumn: 'json',
      rows: `select * from ${visibleToSql('asked.of_account', '$3', retentionMs)} and id > asked.of_id`,
      limitPlusOne: '$4::int',
      maxBytes: '$5',
    })}) as page
  order by asked.place, page.id`;

export function eventFromRow(
  accountId: string,
  [id, type, sessionId, json]: EventRow | PageRow,
): StoredTraceEvent {
  return {
    accountId,
    id: Number(id),
    type: fromSqlText(type),
    sessionId: sessionId === null ? undefined : fromSqlText(sessionId),
    json,
  };
}
