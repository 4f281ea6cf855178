import { dirname, join, resolve } from 'node:path';
import { logNotice } from '@svc-simulator/machine/log.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { DATABASE, readDatabase } from '../database-file.ts';
import { DamagedFileError, oldFileIn, UnknownFormatError } from '../files/damaged-file.ts';
import type { Files, OpenFile } from '../files/files.ts';
import type { StoreData } from '../store-data.ts';
import { TRACE_DIRECTORY, type TraceFiles } from '../trace/trace-files.ts';
import { decodeCommits } from './group-line.ts';
import { JOURNAL, Journal, type JournalSettings } from './journal.ts';
import { groupsFrom, readJournal } from './journal-file.ts';

const FLUSH_EVERY_BYTES = 2 ** 20;

export interface RecoveredStore {
  readonly journal: Journal;
  readonly databaseBytes: number;
  readonly isFresh: boolean;
}

/**
 * Loads `db.json`, then the later groups of the journal.
 * @throws DamagedFileError if something is missing or changed; UnknownFormatError. In both cases, the files
 * stay unchanged.
 */
export async function recover(
  settings: JournalSettings,
  data: StoreData,
  trace: TraceFiles,
): Promise<RecoveredStore> {
  const { files, directory, log } = settings;
  const [databasePath, journalPath] = [join(directory, DATABASE), join(directory, JOURNAL)];
  const [databaseBytes, journalBytes] = [await files.size(databasePath), await files.size(journalPath)];
  if (databaseBytes === undefined && journalBytes === undefined) return createStore(settings, trace);
  if (journalBytes === undefined) throw new DamagedFileError(journalPath, 0, 'missing');
  const database =
    databaseBytes === undefined
      ? undefined
      : await withFile(files, databasePath, (file) => readDatabase(databasePath, file, databaseBytes, data));
  return withFile(files, journalPath, async (journalFile) => {
    const journal = await readJournal(journalPath, journalFile, journalBytes);
    const databaseGroup = database?.about.group ?? 0;
    if (journal.first > databaseGroup + 1) {
      throw new DamagedFileError(databasePath, 0, database ? 'older' : 'missing');
    }
    // `trace.open` truncates and deletes files, so it runs after the checks of the other files. It checks its
    // own files first.
    await trace.open(database?.about.trace ?? {});
    data.tables.lastSeq = database?.about.seq ?? 0;
    for (const savedState of database?.about.accounts ?? []) data.accounts.restore(savedState);
    for (const [kind, slices] of database?.kinds ?? []) data.tables.addLazily(kind, slices);
    const firstDay = trace.firstDay();
    for (const state of data.accounts.all()) state.forgetBefore(firstDay);
    let flushedTo = 0;
    for await (const [group, end] of groupsFrom(journalFile, journal, databaseGroup + 1)) {
      for (const commit of decodeCommits(group, data)) data.apply(commit, group.at);
      // Writes events to the trace's files now and then, so that they don't fill the memory.
      if (end - flushedTo < FLUSH_EVERY_BYTES) continue;
      await trace.flush();
      flushedTo = end;
    }
    for (const state of data.accounts.all()) state.nextEventId = state.next;
    // Syncs the directory, because the former process might have died between a rename and its sync.
    await files.syncDirectory(directory);
    for (const path of [databasePath, journalPath]) await files.remove(`${path}.new`);
    const { headBytes, last, end, isTorn } = journal;
    if (isTorn) {
      const bytes = journalBytes - end;
      const warning = message('start.data.incomplete_write', {
        file: journalPath,
        bytes: String(bytes),
        offset: String(end),
      });
      logNotice(log, 'warn', warning, { file: journalPath, offset: end, bytes });
    }
    return {
      journal:
        last < databaseGroup
          ? await Journal.create(settings, databaseGroup + 1)
          : await Journal.resume(settings, { headBytes, length: end, lastGroup: last }, isTorn),
      databaseBytes: databaseBytes ?? 0,
      isFresh: false,
    };
  });
}

async function withFile<T>(files: Files, path: string, work: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await files.openFile(path, false);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function createStore(settings: JournalSettings, trace: TraceFiles): Promise<RecoveredStore> {
  const { files, directory } = settings;
  const names = await files.names(directory);
  const oldFile = oldFileIn(names);
  if (oldFile !== undefined) throw new UnknownFormatError(join(directory, oldFile));
  if (names.includes(TRACE_DIRECTORY) && (await files.names(join(directory, TRACE_DIRECTORY))).length > 0) {
    throw new DamagedFileError(join(directory, DATABASE), 0, 'missing');
  }
  await syncAbove(files, directory);
  await trace.open({});
  return { journal: await Journal.create(settings, 1), databaseBytes: 0, isFresh: true };
}

/**
 * Syncs all parent directories, because an earlier start might have created them without a sync. Skips
 * directories that this user can't open, because another user created them.
 */
async function syncAbove(files: Files, directory: string): Promise<void> {
  for (let folder = resolve(directory); dirname(folder) !== folder; folder = dirname(folder)) {
    await files.syncDirectory(dirname(folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES' && error.code !== 'EPERM' && error.code !== 'EINVAL') throw error;
    });
  }
}
