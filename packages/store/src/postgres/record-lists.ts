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
import { isInList, MOST_TAGS, SCHEMA } from './schema/migrations.ts';
import { pageSql } from './trace/page-sql.ts';

interface PageRequest extends ListQuery {
  readonly kind: Kind;
  readonly accountId: string;
  /** Upper end (exclusive) of the page's `seq`; null for the first page. */
  readonly before: number | null;
}

type ListRow = [place: string, seq: string, json: string, hasMore: boolean];

export async function countListed(
  database: Database,
  [kind, accountId]: readonly [Kind, string],
  { tag, most }: CountQuery,
): Promise<number> {
  const [row] = await database.rows<[count: string]>({
    name: 'svc_count',
    text: countStatement,
    values: [toSqlText(accountId), kind, most, tag === undefined ? null : toSqlText(tag)],
  });
  return Number(row?.[0] ?? 0);
}

export class RecordLists {
  readonly #together: TurnBatcher<PageRequest, ReadonlyMap<PageRequest, readonly ListRow[]>>;

  constructor(database: Database) {
    this.#together = new TurnBatcher(async (requests) => {
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
        await database.rows<ListRow>({ name: 'svc_list', text: pagesStatement, values }),
      );
    });
  }

  async pageStatement<K extends Kind>(
    kind: K,
    accountId: string,
    query: ListQuery,
  ): Promise<StorePage<Records[K]>> {
    const { cursor } = query;
    const request = { ...query, kind, accountId, before: cursor === undefined ? null : seqOfCursor(cursor) };
    const rows = (await this.#together.add(request)).get(request) ?? [];
    const last = rows.at(-1);
    return {
      items: rows.map(([, , json]): Records[K] => JSON.parse(json)),
      nextCursor: last?.[3] ? cursorAfter(Number(last[1])) : null,
    };
  }
}

/**
 * SQL: conditions for a record in a list of the account and kind. A tag is at one of several positions, each
 * with its own index.
 */
const isListed = (account: string, kind: string, tag: string) => [
  `account = ${account} and kind = ${kind} and ${tag} is null`,
  ...Array.from({ length: MOST_TAGS }, (_, before) =>
    isInList(['account', 'kind', `tags[${before + 1}]`], [account, kind, tag]),
  ),
];
/** The latest records of a list. Each part has an index in order, so at most three pages are read. */
const newest = isListed('asked.account', 'asked.kind', 'asked.tag').map(
  (isOne) => `(
  select seq, value from ${SCHEMA}.records where ${isOne} and seq < coalesce(asked.before, ${Number.MAX_SAFE_INTEGER})
  order by seq desc limit asked.most
)`,
);
const page = pageSql({
  columns: "seq, convert_from(value, 'UTF8')",
  key: 'seq',
  order: 'desc',
  text: 'value',
  rows: `select * from (${newest.join(' union all ')}) as listed`,
  most: 'asked.most',
  maxBytes: 'asked.bytes',
});

const pagesStatement = `
  select asked.place, page.* from
    unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::bigint[], $6::text[]) with ordinality
      as asked (account, kind, most, bytes, before, tag, place)
    cross join lateral (${page}) as page
  order by asked.place, page.seq desc`;

const conditions = isListed('$1', '$2', '$4::text').map(
  (isOne) => `(select 1 from ${SCHEMA}.records where ${isOne} limit $3)`,
);
const countStatement = `select count(*) from (select * from (${conditions.join(' union all ')}) as listed limit $3) as counted`;
