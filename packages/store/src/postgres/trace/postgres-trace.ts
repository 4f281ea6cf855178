import { type Clock, RETENTION_MS } from '@svc-simulator/core';
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
import { isInList, SCHEMA } from '../schema/migrations.ts';
import type { StoreParts } from '../store-parts.ts';
import { Followers } from './followers.ts';
import { pageSql } from './page-sql.ts';

export type EventRow = [id: string, type: string, sessionId: string | null, json: string];

type PageRow = [...EventRow, hasMore: boolean];

interface EventPosition {
  readonly accountId: string;
  readonly id: number;
}

type PositionRow = [place: string, ...PageRow];
type RowsByPosition = ReadonlyMap<EventPosition, readonly PositionRow[]>;

const FOLLOWER_PAGE = 500;

/** The trace in the database. Events older than 14 days are hidden, whether they are deleted yet or not. */
export class PostgresTrace implements Trace {
  readonly followers: Followers;
  readonly #database: Database;
  readonly #clock: Clock;
  /** Batches simultaneous reads: an instance reads each event that it delivers. */
  readonly #single: TurnBatcher<EventPosition, RowsByPosition>;
  /** Batches the reads of many accounts' followers, oldest event first. */
  readonly #news: TurnBatcher<EventPosition, RowsByPosition>;

  constructor(parts: StoreParts, reader: RecordReader) {
    const { database, clock } = parts;
    this.#database = database;
    this.#clock = clock;
    this.followers = new Followers({
      ...parts,
      after: async (accountId, id) => {
        const position = { accountId, id };
        const rows = (await this.#news.add(position)).get(position) ?? [];
        return toEventPage(
          accountId,
          rows.map(([, ...row]) => row),
        );
      },
      lastEventIds: (accounts) => this.#lastEventIds(accounts),
      before: (accountId, answer) => reader.before(accountId, answer),
    });
    const ask = async (
      positions: readonly EventPosition[],
      name: string,
      text: string,
      ...more: unknown[]
    ) => {
      const accounts = positions.map(({ accountId }) => toSqlText(accountId));
      const values = [accounts, positions.map(({ id }) => id), clock.now(), ...more];
      return groupByIndex(positions, await database.rows<PositionRow>({ name, text, values }));
    };
    this.#single = new TurnBatcher((positions) => ask(positions, 'svc_events', singleEvents));
    this.#news = new TurnBatcher((positions) =>
      ask(positions, 'svc_news', newEvents, FOLLOWER_PAGE + 1, Math.ceil(PAGE_BYTES / positions.length)),
    );
  }

  async page(
    accountId: string,
    { types, sessionId, after, limit, maxBytes = PAGE_BYTES, order }: TraceQuery,
  ): Promise<StorePage<StoredTraceEvent>> {
    const values: unknown[] = [toSqlText(accountId), this.#clock.now(), limit + 1, maxBytes];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const isAfter = after === undefined ? '' : ` and id ${order === 'asc' ? '>' : '<'} ${parameter(after)}`;
    const eventsOf = (isWanted: string) => `select * from ${visible(isWanted, '$1', '$2')}${isAfter}`;
    const inList = (column: string, value: string) =>
      eventsOf(isInList(['account', column], ['$1::text', value]));
    let events =
      sessionId === undefined
        ? eventsOf('account = $1')
        : inList('session_id', parameter(toSqlText(sessionId)));
    if (types !== undefined) {
      const typesParameter = parameter(types.map(toSqlText));
      // A page for each type, because the index is ordered within a type. A session has few events.
      events =
        sessionId === undefined
          ? `select page.* from unnest(${typesParameter}::text[]) as wanted(type) cross join lateral (
               ${inList('type', 'wanted.type')} order by id ${order} limit $3) as page`
          : `${events} and type = any(${typesParameter})`;
    }
    const rows = await this.#database.rows<PageRow>({
      text: pageSql({
        columns: eventColumns,
        key: 'id',
        order,
        text: 'json',
        rows: events,
        most: '$3',
        maxBytes: '$4',
      }),
      values,
    });
    return toEventPage(accountId, rows);
  }

  async get(accountId: string, id: number): Promise<StoredTraceEvent | undefined> {
    const position = { accountId, id };
    const [found] = (await this.#single.add(position)).get(position) ?? [];
    if (found === undefined) return undefined;
    const [, ...row] = found;
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

/** SQL: an account's events within retention. */
const visible = (isWanted: string, account: string, now: string) =>
  `${SCHEMA}.events where ${isWanted} and at >= ${accountTimeSql(account, now)} - ${RETENTION_MS}`;
const visibleTo = (account: string, now: string) => visible(`account = ${account}`, account, now);

export const visibleEvents = visibleTo('$1', '$2');

const eventColumns = `id, type, session_id, convert_from(json, 'UTF8')`;

const positionRows = 'unnest($1::text[], $2::bigint[]) with ordinality as asked (of_account, of_id, place)';
const singleEvents = `
  select asked.place, found.* from ${positionRows}
    cross join lateral (select ${eventColumns}, false from ${visibleTo('asked.of_account', '$3')} and id = asked.of_id limit 1) as found`;
const newEvents = `
  select asked.place, page.* from ${positionRows}
    cross join lateral (${pageSql({
      columns: eventColumns,
      key: 'id',
      order: 'asc',
      text: 'json',
      rows: `select * from ${visibleTo('asked.of_account', '$3')} and id > asked.of_id`,
      most: '$4::int',
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
