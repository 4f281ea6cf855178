/** What a page of a list is read from. */
interface PageSource {
  /** Of the rows that are answered; another one follows them, which says whether there are more. */
  readonly columns: string;
  /** The column of the list's order. */
  readonly key: string;
  readonly order: 'asc' | 'desc';
  /** The column whose bytes count. */
  readonly text: string;
  /** SQL: at least the first `$3` rows of the list, in its order. */
  readonly rows: string;
}

/**
 * SQL: a page of at most `$3 - 1` rows that ends after `$4` bytes, and has at least one row. What is beyond its budget is
 * measured, and not read.
 */
export function pageSql({ columns, key, order, text, rows }: PageSource): string {
  return `
    select ${columns}, next is not null from (
      select *, lead(${key}) over page as next, sum(octet_length(${text})) over page - octet_length(${text}) as bytes_before
      from (${rows} order by ${key} ${order} limit $3) found window page as (order by ${key} ${order})
    ) measured where bytes_before < $4 order by ${key} ${order} limit $3 - 1`;
}
