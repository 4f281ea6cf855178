import {
  type AccountExport,
  type AccountOverview,
  type AccountUsage,
  type ExportQuery,
  type Put,
  put,
} from '../store.ts';
import type { Tables } from './tables.ts';
import type { EmbeddedTrace } from './trace/trace.ts';

const RECORDS_PER_TURN = 500;

export async function exportAccount(
  tables: Tables,
  trace: EmbeddedTrace,
  accountId: string,
  { kinds, withEvents, maxRecords, maxBytes }: ExportQuery,
): Promise<AccountExport | 'too-large' | undefined> {
  // Records and events are of the same moment: no commit can run until `trace.all` has fixed its range.
  const account = tables.getValue('account', accountId);
  if (!account) return undefined;
  const records: Put[] = [];
  let bytes = 0;
  for (const { kind, id, value, bytes: entryBytes } of tables.ofAccount(accountId, kinds)) {
    bytes += entryBytes;
    if (records.length === maxRecords || bytes > maxBytes) return 'too-large';
    records.push(put(kind, id, value));
  }
  const events = withEvents ? await trace.all(accountId, maxBytes - bytes) : [];
  return events ? { account, records, events } : 'too-large';
}

export async function measureUsage(
  tables: Tables,
  trace: EmbeddedTrace,
  accountId: string,
): Promise<AccountUsage> {
  let bytes = 0;
  let count = 0;
  for (const entry of tables.ofAccount(accountId, tables.kinds())) {
    bytes += entry.bytes;
    // `bytes` serializes a record that came from `db.json`. That takes time, so the loop pauses for requests.
    if (++count % RECORDS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { sessions: tables.countOf(accountId, 'session'), bytes: bytes + trace.bytesOf(accountId) };
}

export async function readOverviews(
  tables: Tables,
  trace: EmbeddedTrace,
  accountId?: string,
): Promise<readonly AccountOverview[]> {
  const ids = accountId === undefined ? [...tables.ofKind('account')].map(({ id }) => id) : [accountId];
  const overviews: AccountOverview[] = [];
  for (const id of ids) {
    const usage = await measureUsage(tables, trace, id);
    const { items } = await trace.page(id, { order: 'desc', limit: 1 });
    const account = tables.getValue('account', id);
    if (!account) continue;
    let waiting = 0;
    for (const { value } of tables.ofAccount(id, ['delivery']))
      if ('state' in value && value.state === 'open') waiting++;
    const activeAt = items[0] ? Date.parse(JSON.parse(items[0].json).at) : null;
    overviews.push({ account, ...usage, waiting, activeAt });
  }
  return overviews;
}
