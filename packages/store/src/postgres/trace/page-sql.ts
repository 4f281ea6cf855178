/** What a page of a list is read from. */
interface PageSource {
  /** Of the rows that are answered; another one follows them, which says whether there are more. */
  readonly columns: string;
  /** The column of the list's order. */
  readonly key: string;
  readonly order: 'asc' | 'desc';
  /** The column whose bytes count. */
  readonly text: string;
  /** SQL: at least the first `most` rows of the list, in its order. */
  readonly rows: string;
  /** SQL: one more than the page has at most. */
  readonly most: string;
  /** SQL: the page ends with the row that reaches it. */
  readonly maxBytes: string;
}

/**
 * SQL: a page of at most `most - 1` rows that ends after `maxBytes`, and has at least one row. What is beyond its budget is
 * measured, and not read.
 */
export function pageSql({ columns, key, order, text, rows, most, maxBytes }: PageSource): string {
  return `
    select ${columns}, next is not null as has_more from (
      select *, lead(${key}) over page as next, sum(octet_length(${text})) over page - octet_length(${text}) as bytes_before
      from (${rows} order by ${key} ${order} limit ${most}) found window page as (order by ${key} ${order})
    ) measured where bytes_before < ${maxBytes} order by ${key} ${order} limit ${most} - 1`;
}
