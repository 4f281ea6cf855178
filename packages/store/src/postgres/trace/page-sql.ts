interface PageSource {
  /** Columns of the result. The column `has_more` is added to them. */
  readonly columns: string;
  readonly orderColumn: string;
  readonly order: 'asc' | 'desc';
  /** The page is limited by the size of this column. */
  readonly measuredColumn: string;
  /** SQL query for the rows. It may leave out rows after the first `limitPlusOne`. */
  readonly rows: string;
  /** SQL: one more than the maximum number of rows on the page. */
  readonly limitPlusOne: string;
  /** SQL: the page ends with the row that reaches this size. */
  readonly maxBytes: string;
}

/**
 * Returns the SQL for a page. One row after the page is found, which shows that the page isn't the last one.
 * Rows after `maxBytes` are measured without reading their texts.
 */
export function pageSql({
  columns,
  orderColumn,
  order,
  measuredColumn,
  rows,
  limitPlusOne,
  maxBytes,
}: PageSource): string {
  return `
    select ${columns}, next is not null as has_more from (
      select *, lead(${orderColumn}) over page as next, sum(octet_length(${measuredColumn})) over page - octet_length(${measuredColumn}) as bytes_before
      from (${rows} order by ${orderColumn} ${order} limit ${limitPlusOne}) found window page as (order by ${orderColumn} ${order})
    ) measured where bytes_before < ${maxBytes} order by ${orderColumn} ${order} limit ${limitPlusOne} - 1`;
}
