import { join } from 'node:path';
import { type CancelTimer, type Clock, RETENTION_MS } from '@svc-simulator/core';
import type { Log } from '../runtime.ts';
import type { AccountStates } from './account-state.ts';
import { BlockCache } from './block-cache.ts';
import { BufferPool } from './buffer-pool.ts';
import type { Files } from './files.ts';
import { DamagedFileError } from './frames.ts';
import { DAY_MS, dayOfName, SegmentFile, type SegmentMark, type SegmentPlace } from './segment-file.ts';
import type { TraceLines, TraceTexts } from './trace.ts';
import { dayOf, type EventRow, offsetOf, type Position, positionIn } from './trace-index.ts';
import { loadIndexes } from './trace-loader.ts';
import { readEvents } from './trace-reader.ts';

/** The directory of the trace within the data directory. */
export const TRACE = 'trace';
/** How much of the newest trace stays in memory. */
const TAIL_BYTES = 8 * 2 ** 20;
const FLUSH_FROM_BYTES = 2 ** 20;
const FLUSH_AFTER_MS = 250;
const RETRY_MS = 1000;

export interface SegmentSettings {
  readonly directory: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The texts of the trace in files by day, derived from the journal: they are written in batches after the commit, off
 * the hot path, and the newest stay in memory besides.
 */
export class TraceSegments implements TraceTexts {
  readonly #settings: SegmentSettings & SegmentPlace;
  readonly #states: AccountStates;
  readonly #segments = new Map<number, SegmentFile>();
  readonly #blocks = new BlockCache();
  #today = 0;
  #timer: CancelTimer | null = null;
  #flushing: Promise<void> | null = null;
  #waitingBytes = 0;
  /** There are files that a power cut could still take away whole. */
  #newNames = false;
  /** What earlier runs left, and has not been loaded into the indexes. */
  #unloaded: readonly SegmentMark[] = [];
  #loading: Promise<void> | null = null;

  constructor(settings: SegmentSettings, states: AccountStates) {
    this.#settings = { ...settings, pool: new BufferPool() };
    this.#states = states;
  }

  /**
   * Takes over what an earlier run left, cut back to the marks of its snapshot.
   * @throws DamagedFileError when less is there than the marks say.
   */
  async open(marks: readonly SegmentMark[]): Promise<void> {
    const { files, directory } = this.#settings;
    await files.makeDirectory(directory);
    const kept = marks.filter(([day]) => day >= this.#firstDay());
    const segments = kept.map(
      ([day, bytes, rowBytes, sums, rowSums]) =>
        new SegmentFile(this.#settings, day, { bytes, sums }, { bytes: rowBytes, sums: rowSums }),
    );
    const longer: SegmentFile['lines'][] = [];
    for (const file of segments.flatMap(({ lines, rows }) => [lines, rows])) {
      const size = (await files.size(file.path)) ?? 0;
      if (size < file.end) {
        throw new DamagedFileError(
          file.path,
          size,
          `it ends here, but the snapshot counts ${file.end} bytes of it`,
        );
      }
      if (size > file.end) longer.push(file);
    }
    // All was looked at by now, so that nothing is changed when something is missing.
    for (const name of await files.names(directory)) {
      const day = dayOfName(name);
      if (day !== undefined && !kept.some(([marked]) => marked === day))
        await files.remove(join(directory, name));
    }
    for (const file of longer) await file.cut();
    for (const segment of segments) {
      this.#segments.set(segment.day, segment);
      this.#today = Math.max(this.#today, segment.day);
    }
    this.#unloaded = kept;
  }

  get isLoaded(): boolean {
    return this.#unloaded.length === 0;
  }

  ready(): Promise<void> | undefined {
    if (this.isLoaded) return undefined;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  add({ bytes, rows, atMs }: TraceLines): Position {
    // Never back to an earlier day, so that positions grow even when the machine's clock is set back.
    this.#today = Math.max(this.#today, Math.floor(atMs / DAY_MS));
    const segment = this.#segment(this.#today);
    const position = positionIn(segment.day, segment.lines.end);
    segment.lines.add(bytes);
    segment.rows.add(Buffer.from(rows));
    this.#waitingBytes += bytes.length;
    this.#flushSoon();
    return position;
  }

  async read(rows: readonly EventRow[]): Promise<readonly (string | undefined)[]> {
    const texts = rows.map(({ position, length }) => this.#held(position, length));
    const missing = rows.filter((_, at) => texts[at] === undefined);
    if (missing.length === 0) return texts;
    const found = await readEvents(missing, (position, length) => this.#readAt(position, length));
    return rows.map(({ position }, at) => texts[at] ?? found.get(position));
  }

  forget(): void {}

  /**
   * Where every file ends now; together with `settle`, what a snapshot says about the trace. Without the days that
   * `sweep` may delete: a snapshot that counts on them would be refused if the machine's clock were set back.
   */
  marks(): SegmentMark[] {
    const kept = [...this.#segments.values()].filter((segment) => !this.#isOver(segment));
    return kept.map((segment) => segment.mark());
  }

  /** Resolves when everything that was added before is on the disk. */
  async settle(): Promise<void> {
    const newNames = this.#newNames;
    this.#newNames = false;
    try {
      await this.flush();
      for (const segment of this.#segments.values()) await segment.sync();
      if (newNames) await this.#settings.files.syncDirectory(this.#settings.directory);
    } catch (error) {
      this.#newNames ||= newNames;
      throw error;
    }
  }

  /** Deletes the days that are wholly out of retention. */
  async sweep(): Promise<void> {
    const { files } = this.#settings;
    for (const segment of [...this.#segments.values()]) {
      if (!this.#isOver(segment)) continue;
      this.#segments.delete(segment.day);
      await segment.close();
      await files.remove(segment.lines.path);
      await files.remove(segment.rows.path);
    }
  }

  /** Writes what waits in memory. Calls that overlap share the work. */
  async flush(): Promise<void> {
    while (this.#flushing) await this.#flushing;
    this.#timer?.();
    this.#timer = null;
    this.#flushing = this.#flush().finally(() => {
      this.#flushing = null;
    });
    await this.#flushing;
  }

  async close(): Promise<void> {
    this.#timer?.();
    this.#timer = null;
    await this.#flushing?.catch(() => {});
    await this.#loading?.catch(() => {});
    for (const segment of this.#segments.values()) await segment.close();
  }

  #flushSoon(): void {
    if (this.#waitingBytes >= FLUSH_FROM_BYTES && !this.#flushing) this.#flushOrRetry();
    else this.#flushIn(FLUSH_AFTER_MS);
  }

  #flushIn(ms: number): void {
    const { clock } = this.#settings;
    this.#timer ??= clock.at(clock.now() + ms, () => {
      this.#timer = null;
      this.#flushOrRetry();
    });
  }

  #flushOrRetry(): void {
    this.flush().catch((cause) => {
      // What could not be written waits in memory, and is in the journal besides.
      this.#settings.log('error', 'the trace could not be written; it is tried again', {
        cause: String(cause),
      });
      this.#flushIn(RETRY_MS);
    });
  }

  async #flush(): Promise<void> {
    this.#waitingBytes = 0;
    for (const segment of this.#segments.values()) {
      await segment.flush();
      segment.keep(segment.day === this.#today ? TAIL_BYTES : 0);
    }
  }

  async #load(): Promise<void> {
    await loadIndexes(this.#unloaded, this.#states, async (day, from, length) =>
      this.#segments.get(day)?.rows.read(from, length),
    );
    this.#unloaded = [];
  }

  #held(position: Position, length: number): string | undefined {
    return this.#segments.get(dayOf(position))?.lines.held(offsetOf(position), length);
  }

  async #readAt(position: Position, length: number): Promise<Buffer | undefined> {
    const segment = this.#segments.get(dayOf(position));
    return segment && this.#blocks.read(segment.lines, offsetOf(position), length);
  }

  #isOver({ day }: SegmentFile): boolean {
    return day < this.#firstDay() && day !== this.#today;
  }

  /** The first day that still has events to answer. */
  #firstDay(): number {
    return Math.floor((this.#settings.clock.now() - RETENTION_MS) / DAY_MS);
  }

  #segment(day: number): SegmentFile {
    let segment = this.#segments.get(day);
    if (!segment) {
      segment = new SegmentFile(this.#settings, day);
      this.#newNames = true;
      this.#segments.set(day, segment);
    }
    return segment;
  }
}
