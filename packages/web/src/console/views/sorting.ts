import { fieldValue, type ListView, type ShownField } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { urlWithQuery } from '../page-call.ts';

/** Returns the rows of a page in the order of the URL's `sort`: a column, or `-` and a column. */
export function sortRows<Row>(
  t: Texts,
  { columns }: ListView<Row>,
  url: URL,
  rows: readonly Row[],
): readonly Row[] {
  const column = columns.find((field) => sortDirection(field, url) !== 'none');
  if (!column) return rows;
  const collator = new Intl.Collator(t.lang, { numeric: true });
  const sortedValue = (row: Row) => {
    const value = fieldValue(column, row, t) ?? '';
    return Array.isArray(value) ? value[0] : value;
  };
  const sign = sortDirection(column, url) === 'descending' ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [sortedValue(one), sortedValue(other)];
    const isCount = typeof a === 'number' && typeof b === 'number';
    return sign * (isCount ? a - b : collator.compare(String(a), String(b)));
  });
}

export function sortDirection<Row>({ field }: ShownField<Row>, url: URL) {
  const sort = url.searchParams.get('sort');
  return sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none';
}

const nextSort = { none: '', ascending: '-', descending: null } as const;

/** Returns the URL that sorts by a column: ascending first, then descending, then unsorted. */
export function sortPath<Row>(column: ShownField<Row>, url: URL): string {
  const sign = nextSort[sortDirection(column, url)];
  return urlWithQuery(url, { sort: sign === null ? null : `${sign}${column.field}` });
}
