import { join } from 'node:path';
import type { Adapter } from 'lowdb';
import { type About, aboutOf, DATABASE, writeDatabase } from './database-file.ts';
import type { BetweenCommits, Journal, JournalSettings } from './journal.ts';
import { recover } from './recovery.ts';
import type { StoreData } from './store-data.ts';
import type { TraceFiles } from './trace-files.ts';

/**
 * lowdb's way to the disk. `read` brings back `db.json` and the groups that the journal holds since; `write` makes a new
 * `db.json` while commits go on; in between each group of commits is appended to the journal.
 *
 * `write` has steps, after any of which the process may die: `db.json` is written beside the old one and takes its place;
 * the journal goes on without what is in it. Whatever is left, `db.json` and the groups of the journal behind its own
 * hold everything, and putting a record twice changes nothing.
 */
export class JournalAdapter implements Adapter<StoreData> {
  readonly #settings: JournalSettings;
  readonly #empty: StoreData;
  readonly #trace: TraceFiles;
  readonly #between: BetweenCommits;
  #journal: Journal | null = null;
  databaseBytes = 0;

  /** `empty` is filled by `read`. */
  constructor(settings: JournalSettings, empty: StoreData, trace: TraceFiles, between: BetweenCommits) {
    this.#settings = settings;
    this.#empty = empty;
    this.#trace = trace;
    this.#between = between;
  }

  /** Commits go on here, once it was read. */
  get journal(): Journal {
    if (!this.#journal) throw new Error('the journal is not open');
    return this.#journal;
  }

  /**
   * @returns null when the directory holds no store yet.
   * @throws DamagedFileError when something is missing or is not what was written.
   */
  async read(): Promise<StoreData | null> {
    const { journal, databaseBytes, isFresh } = await recover(this.#settings, this.#empty, this.#trace);
    this.#journal = journal;
    this.databaseBytes = databaseBytes;
    return isFresh ? null : this.#empty;
  }

  /** When a step fails, the files before and the journal stay good. */
  async write(data: StoreData): Promise<void> {
    const { journal } = this;
    // After a sync that failed nothing says that the journal holds what comes meanwhile: then nothing comes meanwhile.
    if (journal.suspect) await this.#between(() => this.#fold(data, (work) => work()));
    else await this.#fold(data, this.#between);
    await data.trace.sweep();
  }

  async #fold(data: StoreData, between: BetweenCommits): Promise<void> {
    const { journal } = this;
    const wasSuspect = journal.suspect;
    const [about, from] = await between(async () => [aboutOf(data, journal.last), journal.length] as const);
    await this.#trace.settle();
    await this.#replace(about, data, async () => {
      if (wasSuspect) return;
      // What the file holds of later groups must be whole in the journal before it counts.
      await journal.sync();
      if (journal.suspect) throw new Error('the journal could not be synced');
    });
    await journal.startOver(about.group + 1, from, between);
  }

  async #replace(about: About, data: StoreData, makeSafe: () => Promise<void>): Promise<void> {
    const { files, directory } = this.#settings;
    const path = join(directory, DATABASE);
    try {
      this.databaseBytes = await writeDatabase(files, `${path}.new`, about, data);
      await makeSafe();
      await files.rename(`${path}.new`, path);
    } catch (error) {
      // On a full disk, half a file would take the room that the journal needs.
      await files.remove(`${path}.new`).catch(() => {});
      throw error;
    }
    await files.syncDirectory(directory);
  }
}
