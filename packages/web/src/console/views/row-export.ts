import type { ListView } from '@svc-simulator/contract';
import { csvLine } from '@svc-simulator/contract/views/csv-line.ts';
import { fileResponse, type PageCall } from '../page-call.ts';
import { listQuery, readRows } from './list-page.tsx';

const MAX_EXPORTED_ROWS = '1000';

export async function exportRows<Row>(call: PageCall, view: ListView<Row>): Promise<Response> {
  const { url } = call;
  const result = await readRows(call, view, { ...listQuery(view, url), limit: MAX_EXPORTED_ROWS });
  const pickedIds = url.searchParams.getAll('row');
  const rows = (result.ok ? result.data : []).filter(
    (row) => pickedIds.length === 0 || pickedIds.includes(view.id(row)),
  );
  const name = `${url.pathname.split('/').at(-1)}`;
  return url.searchParams.get('as') === 'csv'
    ? fileResponse(`${name}.csv`, 'text/csv', csvOf(rows))
    : fileResponse(`${name}.json`, 'application/json', JSON.stringify(rows, null, 2));
}

function csvOf(rows: readonly unknown[]): string {
  const records = rows.map((row) => Object(row) as Readonly<Record<string, unknown>>);
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cell = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const cells = records.map((record) =>
    names.map((name) => (record[name] == null ? '' : cell(record[name]))),
  );
  return [names, ...cells].map(csvLine).join('');
}
