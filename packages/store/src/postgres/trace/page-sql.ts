interface PageSource {
  /** Columns of the result, without `has_more`, which is added. */
  readonly columns: string;
  readonly key: string;
  readonly order: 'asc' | 'desc';
  readonly text: string;
  /** SQL: at least the first `most` rows of the list, in order. */
  readonly rows: string;
  readonly most: string;
  /** The page ends with the row that reaches this size. */
  readonly maxBytes: string;
}

/**
 * Returns the SQL for a page of at most `most - 1` rows that ends after `maxBytes`. Measures later rows
 * without reading them.
 */
export function pageSql({ columns, key, order, text, rows, most, maxBytes }: PageSource): string {
  return `
    select ${columns}, next is not null as has_more from (
      select *, lead(${key}) over page as next, sum(octet_length(${text})) over page - octet_length(${text}) as bytes_before
      from (${rows} order by ${key} ${order} limit ${most}) found window page as (order by ${key} ${order})
    ) measured where bytes_before < ${maxBytes} order by ${key} ${order} limit ${most} - 1`;
}
