import { dirname, join, resolve } from 'node:path';
import type { StorePolicy } from './commit.ts';
import type { Files, OpenFile } from './files.ts';
import { DamagedFileError, readFrames } from './frames.ts';
import { generationOf, Journal, type JournalSettings, journalName } from './journal.ts';
import { decodeFrame, safeBefore } from './journal-ops.ts';
import { Replay, type StoreState } from './replay.ts';
import { readSnapshot, SNAPSHOT } from './snapshot.ts';
import { TRACE } from './trace-segments.ts';

/** What was found in a data directory, beside what is in `StoreState` now. */
export interface Recovered {
  /** Commits go on here. */
  readonly journal: Journal;
  /** Bytes of commits in the journals before it. */
  readonly olderBytes: number;
  readonly snapshotBytes: number;
  /** True when there was no store. */
  readonly fresh: boolean;
}

/**
 * Brings back what the directory holds: the snapshot, and over it every journal from its generation on.
 * @throws DamagedFileError when something is missing, or is not what was written. Nothing was changed then.
 */
export async function recover(
  settings: JournalSettings,
  policy: StorePolicy,
  state: StoreState,
): Promise<Recovered> {
  const { files, directory, version } = settings;
  const names = await files.names(directory);
  const generations = names.map(generationOf).filter((generation) => generation !== undefined);
  const path = join(directory, SNAPSHOT);
  const bytes = await files.read(path);
  if (!bytes && generations.length === 0) return begin(settings, state, names);
  const snapshot = bytes && readSnapshot(path, bytes);
  const first = snapshot?.header.generation ?? 1;
  const journals = await readJournals(settings, first, Math.max(first, ...generations));
  // Everything was read by now, so that a damaged file is found before anything is cut or deleted.
  const { tables, states, segments } = state;
  await segments.open(snapshot?.header.segments ?? []);
  tables.lastSeq = snapshot?.header.lastSeq ?? 0;
  for (const account of snapshot?.header.accounts ?? []) states.restore(...account);
  const replay = new Replay(state, policy, version);
  for (const payload of snapshot?.payloads ?? []) replay.records(payload, snapshot?.header.version ?? '');
  for (const journal of journals) for (const payload of journal.payloads) replay.commits(payload);
  // The process before may have died between giving a file its name and making that safe; what it replaces goes after that.
  await files.syncDirectory(directory);
  await tidy(settings, names, first);
  // Also one that has an empty journal after it: once that has commits, nothing before it may be torn.
  for (const journal of journals) if (journal.torn) await cutBack(settings, journal);
  // Whichever of them the process before wrote to until it died: the commits from now on are built on all that was read.
  for (const { file } of journals.slice(0, -1)) await makeSafe(settings, file);
  const last = journals.at(-1) as ReadJournal;
  return {
    journal: await Journal.resume(settings, last.generation, last.end),
    olderBytes: journals.slice(0, -1).reduce((sum, { end }) => sum + end, 0),
    snapshotBytes: bytes?.length ?? 0,
    fresh: false,
  };
}

async function begin(
  settings: JournalSettings,
  state: StoreState,
  names: readonly string[],
): Promise<Recovered> {
  const { files, directory } = settings;
  if (names.includes(TRACE) && (await files.names(join(directory, TRACE))).length > 0) {
    throw new DamagedFileError(
      join(directory, SNAPSHOT),
      0,
      'it is missing, with all journals, but a trace is there',
    );
  }
  await syncAbove(files, directory);
  await state.segments.open([]);
  const journal = await Journal.prepare(settings, 1);
  await journal.publish();
  return { journal, olderBytes: 0, snapshotBytes: 0, fresh: true };
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

interface ReadJournal {
  readonly generation: number;
  readonly file: string;
  /** Its commits. */
  readonly payloads: readonly Buffer[];
  readonly end: number;
  readonly size: number;
  readonly torn: boolean;
}

async function readJournals(settings: JournalSettings, first: number, last: number): Promise<ReadJournal[]> {
  const journals: ReadJournal[] = [];
  for (let generation = first; generation <= last; generation++) {
    const journal = await readJournal(settings, generation);
    const before = journals.at(-1);
    // A write that was cut off is the last one of the store: nothing can have been committed after it.
    if (before?.torn && journal.payloads.length > 0) {
      throw new DamagedFileError(
        before.file,
        before.end,
        `it ends within a frame, but ${journal.file} goes on after it`,
      );
    }
    journals.push(journal);
  }
  return journals;
}

async function readJournal({ files, directory }: JournalSettings, generation: number): Promise<ReadJournal> {
  const file = join(directory, journalName(generation));
  const bytes = await files.read(file);
  if (!bytes)
    throw new DamagedFileError(file, 0, 'it is missing, and what was stored after the snapshot with it');
  const { payloads, end, torn } = readFrames(file, bytes, safeBefore);
  const [first] = payloads;
  const header = first && decodeFrame(first).head;
  if (header?.journal !== 1 || header.generation !== generation) {
    throw new DamagedFileError(file, 0, `it does not begin like journal ${generation}`);
  }
  return {
    generation,
    file,
    payloads: payloads.slice(1),
    end,
    size: bytes.length,
    torn,
  };
}

/** Deletes what a checkpoint that did not come to its end left. */
async function tidy(
  { files, directory }: JournalSettings,
  names: readonly string[],
  first: number,
): Promise<void> {
  for (const name of names) {
    const generation = generationOf(name);
    const outdated = generation !== undefined && generation < first;
    if (outdated || name.endsWith('.bin.new')) await files.remove(join(directory, name));
  }
}

async function cutBack(settings: JournalSettings, { file, end, size }: ReadJournal): Promise<void> {
  const bytes = size - end;
  settings.log(
    'warn',
    `the last write to ${file} was not finished; its ${bytes} bytes from byte ${end} on were cut off`,
    {
      file,
      offset: end,
      bytes,
    },
  );
  await makeSafe(settings, file, (open) => open.truncate(end));
}

/** Sees to it that a file is on the disk, after a change to it if there is one. */
async function makeSafe(
  { files }: JournalSettings,
  file: string,
  change?: (open: OpenFile) => Promise<void>,
): Promise<void> {
  const open = await files.open(file, false);
  try {
    await change?.(open);
    await open.sync();
  } finally {
    await open.close();
  }
}
