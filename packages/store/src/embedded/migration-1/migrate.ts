import { join } from 'node:path';
import type { DataDirectorySettings } from '../files/data-directory-settings.ts';
import { aboutOf, DATABASE, writeDatabase } from '../files/database-file.ts';
import { Journal } from '../journal/journal.ts';
import { StoreData } from '../store-data.ts';
import { DAY_MS } from '../trace/day-file.ts';
import { TRACE, TraceFiles } from '../trace/trace-files.ts';
import { type EventOperation, isOld, OldDirectory, type OldGroup } from './old-directory.ts';

/** Where the new trace is made; it is there until all else is done. */
const NEW_TRACE = 'trace.migrating';
/** So many events are written at once. */
const BATCH = 1000;

/**
 * Turns a directory of the store of version 0.1 into one of today's. From the moment at which `db.json` has its name the new
 * files count, and whatever is left of the old ones goes; before it nothing of the old ones was changed.
 * @throws DamagedFileError when the old files are not what was written
 */
export async function migrate(settings: DataDirectorySettings): Promise<void> {
  const { files, directory, log } = settings;
  const names = await files.names(directory);
  if (!names.includes(DATABASE)) {
    if (!names.some(isOld)) return;
    log('info', `${directory} was made by version 0.1; its files are rewritten as JSON`, { directory });
    await build(settings);
  } else if (!names.includes(NEW_TRACE)) return;
  await finish(settings);
}

async function build(settings: DataDirectorySettings): Promise<void> {
  const { files, directory, clock, log, policy } = settings;
  const old = await OldDirectory.read(files, directory);
  await files.remove(join(directory, NEW_TRACE));
  const trace = new TraceFiles({ directory: join(directory, NEW_TRACE), files, clock, log });
  await trace.open({});
  try {
    const data = new StoreData(policy, { clock, log, files: trace });
    await copy(old, data, trace);
    await trace.settle();
    const path = join(directory, DATABASE);
    await writeDatabase(files, `${path}.new`, aboutOf(data, 0), data);
    await (await Journal.create(settings, 1)).close();
    await files.rename(`${path}.new`, path);
    await files.syncDirectory(directory);
  } finally {
    await trace.close();
  }
}

async function copy(old: OldDirectory, data: StoreData, trace: TraceFiles): Promise<void> {
  for (const record of old.records()) data.tables.put(data.entryOf(record));
  data.tables.lastSeq = old.header.lastSeq;
  const accounts = new Map(old.header.accounts.map((account) => [account[0], account]));
  let count = 0;
  for (const mark of old.header.segments) {
    if (mark[0] < trace.firstDay()) continue;
    for await (const [event, text] of old.events(mark)) {
      const [, account, next] = event;
      const from = accounts.get(account)?.[2];
      // Cleared, or of an account that is gone.
      if (from === undefined || next < from) continue;
      if (!data.accounts.known(account)) data.accounts.restore({ account, next, from, marks: [], bytes: [] });
      addEvent(data, event, text, mark[0] * DAY_MS);
      if (++count % BATCH === 0) await trace.flush();
    }
  }
  for (const [account, next, from] of accounts.values())
    if (!data.accounts.known(account)) data.accounts.restore({ account, next, from, marks: [], bytes: [] });
  for (const group of old.groups()) {
    addGroup(data, group);
    await trace.flush();
  }
}

function addGroup(data: StoreData, { at, ops, texts }: OldGroup): void {
  let put = 0;
  let event = ops.filter(([what]) => what === 'p').length;
  for (const op of ops) {
    if (op[0] === 'p') {
      const [, kind, id, seq] = op;
      data.tables.put(data.entryOf({ kind, id, seq, value: JSON.parse(texts[put++] ?? '') }));
    } else if (op[0] === 'd') data.tables.remove({ kind: op[1], id: op[2] });
    else if (op[0] === 'c') data.tables.clear(op[1], op[2]);
    else if (op[0] === 't') data.trace.clear(data.accounts.of(op[1]));
    else addEvent(data, op, texts[event++] ?? '', at);
  }
}

function addEvent(data: StoreData, event: EventOperation, json: string, committedMs: number): void {
  const [, accountId, id, type, atMs, session, length] = event;
  const state = data.accounts.of(accountId);
  const sessionId = session ?? undefined;
  const entry = session === null ? undefined : data.tables.get('session', session);
  if (entry && !entry.events) entry.events = [id, id];
  data.trace.add(state, [{ accountId, id, type, atMs, sessionId, json, length }], committedMs);
}

async function finish({ files, directory }: DataDirectorySettings): Promise<void> {
  const [from, to] = [join(directory, NEW_TRACE), join(directory, TRACE)];
  await files.makeDirectory(to);
  for (const name of await files.names(from)) await files.rename(join(from, name), join(to, name));
  for (const name of await files.names(to)) if (name.endsWith('.rows')) await files.remove(join(to, name));
  await files.syncDirectory(to);
  for (const name of await files.names(directory)) if (isOld(name)) await files.remove(join(directory, name));
  await files.syncDirectory(directory);
  await files.remove(from);
}
