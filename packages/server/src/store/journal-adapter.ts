import { join } from 'node:path';
import type { Adapter } from 'lowdb';
import type { StorePolicy } from './commit.ts';
import { generationOf, Journal, type JournalSettings } from './journal.ts';
import { recover } from './recovery.ts';
import type { StoreState } from './replay.ts';
import { SNAPSHOT, type SnapshotHeader, writeSnapshot } from './snapshot.ts';

/** Runs `work` while no commit is under way. */
export type BetweenCommits = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * lowdb's way to the disk. `read` brings back the snapshot and the commits that the journals hold since; `write` makes
 * a new snapshot while commits go on; in between each group of commits is appended to the journal.
 *
 * A snapshot is made in steps, after any of which the process may die: the next journal gets its name; the snapshot is
 * written beside the old one and takes its place; the journals before it go. Whatever is left, the snapshot that is
 * there and the journals from its generation on hold everything, and replaying a put twice changes nothing.
 */
export class JournalAdapter implements Adapter<StoreState> {
  readonly #settings: JournalSettings;
  readonly #policy: StorePolicy;
  readonly #empty: StoreState;
  readonly #between: BetweenCommits;
  #journal: Journal | null = null;
  /** Bytes of commits in earlier journals that no snapshot has made superfluous yet. */
  #olderBytes = 0;
  #snapshotBytes = 0;

  /** `empty` is filled by `read`. */
  constructor(settings: JournalSettings, policy: StorePolicy, empty: StoreState, between: BetweenCommits) {
    this.#settings = settings;
    this.#policy = policy;
    this.#empty = empty;
    this.#between = between;
  }

  /** Bytes of commits that the next start would have to replay. */
  get replayBytes(): number {
    return this.#olderBytes + (this.#journal?.size ?? 0);
  }

  get snapshotBytes(): number {
    return this.#snapshotBytes;
  }

  /** How much of the journal that is open a power cut can't take away any more. */
  get safeBytes(): number {
    return this.#journal?.safeBytes ?? 0;
  }

  /** True when only a new snapshot makes sure that a power cut takes nothing away. */
  get suspect(): boolean {
    return this.#journal?.suspect ?? false;
  }

  /**
   * @returns null when the directory holds no store yet.
   * @throws DamagedFileError when something is missing or is not what was written.
   */
  async read(): Promise<StoreState | null> {
    const { journal, olderBytes, snapshotBytes, fresh } = await recover(
      this.#settings,
      this.#policy,
      this.#empty,
    );
    this.#journal = journal;
    this.#olderBytes = olderBytes;
    this.#snapshotBytes = snapshotBytes;
    return fresh ? null : this.#empty;
  }

  /** Appends one group of commits, whole or not at all. */
  append(frame: Buffer): Promise<void> {
    return this.#open.append(frame);
  }

  /** Makes a snapshot of `state`. When a step fails, the snapshot before and the journals stay good. */
  async write(state: StoreState): Promise<void> {
    const { files, directory } = this.#settings;
    const header = await this.#rotate(state);
    await state.segments.settle();
    const path = join(directory, SNAPSHOT);
    try {
      this.#snapshotBytes = await writeSnapshot(files, `${path}.new`, header, state.tables.entries());
      await files.rename(`${path}.new`, path);
    } catch (error) {
      // On a full disk, half a snapshot would take the room that the journal needs.
      await files.remove(`${path}.new`).catch(() => {});
      throw error;
    }
    await files.syncDirectory(directory);
    this.#olderBytes = 0;
    for (const name of await files.names(directory)) {
      const generation = generationOf(name);
      if (generation !== undefined && generation < header.generation)
        await files.remove(join(directory, name));
    }
    await state.segments.sweep();
  }

  async close(): Promise<void> {
    await this.#journal?.close();
    this.#journal = null;
  }

  /** Lets commits go on in a new journal; returns what the snapshot has to say about the moment in between. */
  async #rotate({ tables, states, segments }: StoreState): Promise<SnapshotHeader> {
    const { version } = this.#settings;
    const before = this.#open;
    const next = await Journal.prepare(this.#settings, before.generation + 1);
    try {
      return await this.#between(async () => {
        // Before the next one counts: of two journals only the last may end in a write that was cut off.
        await before.sync();
        await next.publish();
        this.#olderBytes += before.size;
        this.#journal = next;
        await before.close();
        const accounts = [...states.all()].map(
          ({ id, index, visibleFrom }) => [id, index.next, visibleFrom] as const,
        );
        return {
          generation: next.generation,
          version,
          lastSeq: tables.lastSeq,
          accounts,
          segments: segments.marks(),
        };
      });
    } catch (error) {
      if (this.#journal !== next) await next.close().catch(() => {});
      throw error;
    }
  }

  get #open(): Journal {
    if (!this.#journal) throw new Error('the journal is not open');
    return this.#journal;
  }
}
