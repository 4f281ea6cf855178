import type { Kind, Records } from '@svc-simulator/core';
import {
  type AccountExport,
  type AccountOverview,
  type AccountUsage,
  type ExportQuery,
  type Put,
  put,
  type StoredTraceEvent,
} from '../store.ts';
import { fromSqlText, toSqlText } from './database.ts';
import { SCHEMA } from './schema/migrations.ts';
import type { StoreParts } from './store-parts.ts';
import { type EventRow, eventFromRow, visibleEventsSql } from './trace/postgres-trace.ts';

const sizeStatement = (retentionMs: number) => `
  select count(*), coalesce(sum(octet_length(value)), 0)
    + (select coalesce(sum(octet_length(json)), 0) from ${visibleEventsSql(retentionMs)} and $4)
  from ${SCHEMA}.records where account = $1 and kind = any($3::text[])`;

/** A single statement, so that records and events come from the same snapshot. */
const exportStatement = (retentionMs: number) => `
  select 'record' as part, seq as seq_or_id, kind as kind_or_type, id as id_or_session, convert_from(value, 'UTF8') as json
  from ${SCHEMA}.records where account = $1 and kind = any($3::text[])
  union all
  select 'event', id, type, session_id, convert_from(json, 'UTF8') from ${visibleEventsSql(retentionMs)} and $4
  order by part desc, seq_or_id`;

type ExportRow = [
  part: string,
  seqOrId: string,
  kindOrType: string,
  idOrSession: string | null,
  json: string,
];

export async function queryAccount(
  { database, clock, retentionMs }: StoreParts,
  accountId: string,
  { kinds, withEvents, maxRecords, maxBytes }: ExportQuery,
): Promise<AccountExport | 'too-large' | undefined> {
  const values = [toSqlText(accountId), clock.now(), ['account', ...kinds], withEvents];
  const [sizes] = await database.rows<[string, string]>({ text: sizeStatement(retentionMs), values });
  // The count includes the account's own record, which `maxRecords` doesn't limit.
  if (Number(sizes?.[0]) - 1 > maxRecords || Number(sizes?.[1]) > maxBytes) return 'too-large';
  let account: Records['account'] | undefined;
  const records: Put[] = [];
  const events: StoredTraceEvent[] = [];
  const rows = await database.rows<ExportRow>({ text: exportStatement(retentionMs), values });
  for (const [part, seqOrId, kindOrType, idOrSession, json] of rows) {
    if (part === 'event')
      events.push(eventFromRow(accountId, [seqOrId, kindOrType, idOrSession, json] satisfies EventRow));
    else if (kindOrType === 'account') account = JSON.parse(json);
    else records.push(put(kindOrType as Kind, fromSqlText(idOrSession ?? ''), JSON.parse(json)));
  }
  return account && { account, records, events };
}

/** Counts expired events until they are deleted, because they use space. */
export async function queryUsage({ database }: StoreParts, accountId: string): Promise<AccountUsage> {
  const text = `
    select count(*) filter (where kind = 'session'), coalesce(sum(octet_length(value)), 0)
      + (select coalesce(sum(octet_length(json)), 0) from ${SCHEMA}.events where account = $1)
    from ${SCHEMA}.records where account = $1`;
  const [sizes] = await database.rows<[string, string]>({ text, values: [toSqlText(accountId)] });
  return { sessions: Number(sizes?.[0]), bytes: Number(sizes?.[1]) };
}

/**
 * Finds open deliveries by a search in their JSON text. No string in that text can match, because its quotes
 * would be escaped.
 */
const overviewsStatement = `
  select convert_from(owner.value, 'UTF8'), stored.sessions, stored.bytes + traced.bytes, stored.waiting, traced.at
  from ${SCHEMA}.records as owner
  cross join lateral (
    select count(*) filter (where kind = 'session') as sessions, coalesce(sum(octet_length(value)), 0) as bytes,
      count(*) filter (where kind = 'delivery' and position('"state":"open"'::bytea in value) > 0) as waiting
    from ${SCHEMA}.records where account = owner.account
  ) as stored
  cross join lateral (
    select coalesce(sum(octet_length(json)), 0) as bytes, max(at) as at from ${SCHEMA}.events where account = owner.account
  ) as traced
  where owner.kind = 'account' and ($1::text is null or owner.id = $1)`;

type OverviewRow = [json: string, sessions: string, bytes: string, waiting: string, at: string | null];

export async function queryOverviews(
  { database }: StoreParts,
  accountId?: string,
): Promise<readonly AccountOverview[]> {
  const values = [accountId === undefined ? null : toSqlText(accountId)];
  const rows = await database.rows<OverviewRow>({ text: overviewsStatement, values });
  return rows.map(([json, sessions, bytes, waiting, at]) => ({
    account: JSON.parse(json),
    sessions: Number(sessions),
    bytes: Number(bytes),
    waiting: Number(waiting),
    activeAt: at === null ? null : Number(at),
  }));
}
