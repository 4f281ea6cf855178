import { dirname, join, resolve } from 'node:path';
import { logSaid } from '@svc-simulator/machine/log.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { DATABASE, readDatabase } from '../database-file.ts';
import { DamagedFileError, oldFileIn, UnknownFormError } from '../files/damaged-file.ts';
import type { Files, OpenFile } from '../files/files.ts';
import type { StoreData } from '../store-data.ts';
import { TRACE, type TraceFiles } from '../trace/trace-files.ts';
import { commitsIn } from './group-line.ts';
import { JOURNAL, Journal, type JournalSettings } from './journal.ts';
import { groupsFrom, readJournal } from './journal-file.ts';

/** So much of the journal is taken over before its events are written. */
const FLUSH_EVERY_BYTES = 2 ** 20;

/** What was found in a data directory, beside what is in `StoreData` now. */
export interface Recovered {
  /** Commits go on here. */
  readonly journal: Journal;
  /** Bytes of `db.json`. */
  readonly databaseBytes: number;
  /** True when there was no store. */
  readonly isFresh: boolean;
}

/**
 * Brings back what the directory holds: `db.json`, and over it the groups of the journal that came later.
 * @throws DamagedFileError when something is missing, or is not what was written; UnknownFormError. Nothing was changed then.
 */
export async function recover(
  settings: JournalSettings,
  data: StoreData,
  trace: TraceFiles,
): Promise<Recovered> {
  const { files, directory, log } = settings;
  const [databasePath, journalPath] = [join(directory, DATABASE), join(directory, JOURNAL)];
  const [databaseBytes, journalBytes] = [await files.size(databasePath), await files.size(journalPath)];
  if (databaseBytes === undefined && journalBytes === undefined) return begin(settings, trace);
  if (journalBytes === undefined) throw new DamagedFileError(journalPath, 0, 'missing');
  const database =
    databaseBytes === undefined
      ? undefined
      : await reading(files, databasePath, (file) => readDatabase(databasePath, file, databaseBytes, data));
  return reading(files, journalPath, async (journalFile) => {
    const journal = await readJournal(journalPath, journalFile, journalBytes);
    const through = database?.about.group ?? 0;
    if (journal.first > through + 1) {
      throw new DamagedFileError(databasePath, 0, database ? 'older' : 'missing');
    }
    // Everything was read by now, so that a damaged file is found before anything is cut or deleted.
    await trace.open(database?.about.trace ?? {});
    data.tables.lastSeq = database?.about.seq ?? 0;
    for (const saved of database?.about.accounts ?? []) data.accounts.restore(saved);
    for (const [kind, slices] of database?.kinds ?? []) data.tables.addLater(kind, slices);
    const first = trace.firstDay();
    for (const state of data.accounts.all()) state.forgetBefore(first);
    let written = 0;
    for await (const [group, end] of groupsFrom(journalFile, journal, through + 1)) {
      for (const commit of commitsIn(group, data)) data.apply(commit, group.at);
      // Or the events of all would wait in memory.
      if (end - written < FLUSH_EVERY_BYTES) continue;
      await trace.flush();
      written = end;
    }
    for (const state of data.accounts.all()) state.nextEventId = state.next;
    // The process before may have died between giving a file its name and making that safe.
    await files.syncDirectory(directory);
    for (const path of [databasePath, journalPath]) await files.remove(`${path}.new`);
    const { headBytes, last, end, torn } = journal;
    if (torn) {
      const bytes = journalBytes - end;
      const said = message('start.data.torn', {
        file: journalPath,
        bytes: String(bytes),
        offset: String(end),
      });
      logSaid(log, 'warn', said, { file: journalPath, offset: end, bytes });
    }
    return {
      journal:
        last < through
          ? await Journal.create(settings, through + 1)
          : await Journal.resume(settings, { headBytes, length: end, last }, torn),
      databaseBytes: databaseBytes ?? 0,
      isFresh: false,
    };
  });
}

async function reading<T>(files: Files, path: string, work: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await files.open(path, false);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function begin(settings: JournalSettings, trace: TraceFiles): Promise<Recovered> {
  const { files, directory } = settings;
  const names = await files.names(directory);
  const old = oldFileIn(names);
  if (old !== undefined) throw new UnknownFormError(join(directory, old));
  if (names.includes(TRACE) && (await files.names(join(directory, TRACE))).length > 0) {
    throw new DamagedFileError(join(directory, DATABASE), 0, 'missing');
  }
  await syncAbove(files, directory);
  await trace.open({});
  return { journal: await Journal.create(settings, 1), databaseBytes: 0, isFresh: true };
}

/**
 * A power cut may not take the whole directory away, with everything that was synced in it. All directories above are
 * synced, because a start before this one may have made them and gone no further; those that this user may not even open
 * were made by somebody else.
 */
async function syncAbove(files: Files, directory: string): Promise<void> {
  for (let at = resolve(directory); dirname(at) !== at; at = dirname(at)) {
    await files.syncDirectory(dirname(at)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES' && error.code !== 'EPERM' && error.code !== 'EINVAL') throw error;
    });
  }
}
