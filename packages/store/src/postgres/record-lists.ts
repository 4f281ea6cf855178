import type { Kind, Records } from '@svc-simulator/core';
import {
  type CountQuery,
  cursorAfter,
  type ListQuery,
  PAGE_BYTES,
  type StorePage,
  seqOfCursor,
} from '../store.ts';
import { type Database, groupByIndex, TurnBatcher, toSqlText } from './database.ts';
import { keyConditionSql, MAX_TAGS, SCHEMA } from './schema/migrations.ts';
import { pageSql } from './trace/page-sql.ts';

interface PageRequest extends ListQuery {
  readonly kind: Kind;
  readonly accountId: string;
  /** Only records with a smaller `seq` are on the page; null for the first page. */
  readonly before: number | null;
}

type ListRow = [index: string, seq: string, json: string, hasMore: boolean];

export async function countInList(
  database: Database,
  [kind, accountId]: readonly [Kind, string],
  { tag, limit }: CountQuery,
): Promise<number> {
  const [row] = await database.rows<[count: string]>({
    name: 'svc_count',
    text: countSql,
    values: [toSqlText(accountId), kind, limit, tag === undefined ? null : toSqlText(tag)],
  });
  return Number(row?.[0] ?? 0);
}

export class RecordLists {
  readonly #batcher: TurnBatcher<PageRequest, ReadonlyMap<PageRequest, readonly ListRow[]>>;

  constructor(database: Database) {
    this.#batcher = new TurnBatcher(async (requests) => {
      const values = [
        requests.map(({ accountId }) => toSqlText(accountId)),
        requests.map(({ kind }) => kind),
        requests.map(({ limit }) => limit + 1),
        requests.map(({ maxBytes = PAGE_BYTES }) => maxBytes),
        requests.map(({ before }) => before),
        requests.map(({ tag }) => (tag === undefined ? null : toSqlText(tag))),
      ];
      return groupByIndex(
        requests,
        await database.rows<ListRow>({ name: 'svc_list', text: pagesSql, values }),
      );
    });
  }

  async readPage<K extends Kind>(
    kind: K,
    accountId: string,
    query: ListQuery,
  ): Promise<StorePage<Records[K]>> {
    const { cursor } = query;
    const request = { ...query, kind, accountId, before: cursor === undefined ? null : seqOfCursor(cursor) };
    const rows = (await this.#batcher.add(request)).get(request) ?? [];
    const last = rows.at(-1);
    return {
      items: rows.map(([, , json]): Records[K] => JSON.parse(json)),
      nextCursor: last?.[3] ? cursorAfter(Number(last[1])) : null,
    };
  }
}

/**
 * Returns the SQL conditions for a list: one for the list without a tag, and one for each position of a tag.
 * A record is in the list if one of the conditions is true. Each condition has its own index.
 */
const listConditions = (account: string, kind: string, tag: string) => [
  `account = ${account} and kind = ${kind} and ${tag} is null`,
  ...Array.from({ length: MAX_TAGS }, (_, before) =>
    keyConditionSql(['account', 'kind', `tags[${before + 1}]`], [account, kind, tag]),
  ),
];
/**
 * SQL for the latest records of a list, one subquery per condition. Each reads at most a page, in the order
 * of its index.
 */
const newestSql = listConditions('asked.account', 'asked.kind', 'asked.tag').map(
  (condition) => `(
  select seq, value from ${SCHEMA}.records where ${condition} and seq < coalesce(asked.before, ${Number.MAX_SAFE_INTEGER})
  order by seq desc limit asked.row_limit
)`,
);
const recordPageSql = pageSql({
  columns: "seq, convert_from(value, 'UTF8')",
  orderColumn: 'seq',
  order: 'desc',
  measuredColumn: 'value',
  rows: `select * from (${newestSql.join(' union all ')}) as listed`,
  limitPlusOne: 'asked.row_limit',
  maxBytes: 'asked.max_bytes',
});

const pagesSql = `
  select asked.place, page.* from
    unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::bigint[], $6::text[]) with ordinality
      as asked (account, kind, row_limit, max_bytes, before, tag, place)
    cross join lateral (${recordPageSql}) as page
  order by asked.place, page.seq desc`;

const countedLists = listConditions('$1', '$2', '$4::text').map(
  (condition) => `(select 1 from ${SCHEMA}.records where ${condition} limit $3)`,
);
const countSql = `select count(*) from (select * from (${countedLists.join(' union all ')}) as listed limit $3) as counted`;
