import { join } from 'node:path';
import { type CancelTimer, getOrCreate } from '@svc-simulator/core';
import { StoreUnavailableError } from '../../store.ts';
import { type AccountState, type CompactEvent, type EventMark, MARK_BYTES } from '../account-state.ts';
import { CHECK_BYTES, CheckedLineWriter, hasValidChecksum } from '../checked-line.ts';
import { DamagedFileError } from '../files/damaged-file.ts';
import type { DirectorySettings } from '../files/files.ts';
import { DayFile, dayFileName, dayOfName, UTC_DAY_MS } from './day-file.ts';

export const TRACE_DIRECTORY = 'trace';
const FLUSH_FROM_BYTES = 2 ** 20;
const FLUSH_AFTER_MS = 250;
const FLUSH_RETRY_MS = 1000;
/** Maximum memory for events that can't be written, for example on a full disk. */
const MAX_PENDING_BYTES = 32 * 2 ** 20;

interface TraceDirectorySettings extends DirectorySettings {
  readonly retentionMs: number;
}

interface PendingEvent {
  readonly state: AccountState;
  readonly event: CompactEvent;
  readonly day: number;
  readonly length: number;
}

export type DayBytes = Readonly<Record<string, number>>;

/**
 * The trace in one file per day, with a line of `{"account", "event", "crc"}` for each event. The events are
 * also in the journal, so they are written in batches after the commits. After a crash, the next start cuts
 * off the incomplete end of a file, and writes the lost events again from the journal.
 */
export class TraceFiles {
  readonly #settings: TraceDirectorySettings;
  readonly #days = new Map<number, DayFile>();
  #latestDay = 0;
  /**
   * Expired files that the latest header of `db.json` leaves out. They are deleted once that file is written.
   */
  #expiredFiles: DayFile[] = [];
  #isSweepDue = false;
  #pendingEvents: PendingEvent[] = [];
  #pendingBytes = 0;
  #bytesSinceFlush = 0;
  #failure: unknown = null;
  #cancelTimer: CancelTimer | null = null;
  #flushing: Promise<void> | null = null;

  constructor(settings: TraceDirectorySettings) {
    this.#settings = settings;
  }

  /**
   * Opens the files that `db.json` lists, cuts off the bytes after their listed lengths, and deletes all
   * other files.
   * @throws DamagedFileError if a file is shorter than listed
   */
  async open(bytes: DayBytes): Promise<void> {
    const { files, directory } = this.#settings;
    await files.makeDirectory(directory);
    const longerFiles: DayFile[] = [];
    for (const [date, storedBytes] of Object.entries(bytes)) {
      const day = dayOfName(`${date}.jsonl`);
      if (day === undefined) continue;
      const file = new DayFile(files, directory, day, storedBytes);
      const size = (await files.size(file.path)) ?? 0;
      if (size < storedBytes && day < this.firstDay()) continue;
      if (size < storedBytes) throw new DamagedFileError(file.path, size);
      if (size > storedBytes) longerFiles.push(file);
      this.#days.set(day, file);
      this.#latestDay = Math.max(this.#latestDay, day);
    }
    for (const name of await files.names(directory)) {
      const day = dayOfName(name);
      if (day !== undefined && !this.#days.has(day)) await files.remove(join(directory, name));
    }
    for (const file of longerFiles) await file.truncate();
    this.#checkExpiry();
  }

  add(
    state: AccountState,
    event: CompactEvent,
    atMs: number,
  ): { readonly day: number; readonly offset: number } {
    // Never uses a day before the latest file, so that a later file has higher event ids even if the machine's
    // clock is set back.
    const day = Math.max(this.#latestDay, Math.floor(atMs / UTC_DAY_MS));
    if (day > this.#latestDay) {
      this.#latestDay = day;
      this.#checkExpiry();
    }
    const file = this.#file(day);
    const offset = file.end;
    const length = state.linePrefixBytes.length + event.length;
    file.end += length + CHECK_BYTES;
    this.#pendingEvents.push({ state, event, day, length });
    this.#pendingBytes += length;
    this.#bytesSinceFlush += length;
    if (this.#bytesSinceFlush >= FLUSH_FROM_BYTES && !this.#flushing) this.#flushOrRetry();
    else this.#flushIn(FLUSH_AFTER_MS);
    return { day, offset };
  }

  /**
   * Returns the account's events between two of its marks (positions of event lines in the files). If
   * `needles` isn't null, skips lines that contain none of them.
   * @throws DamagedFileError if a line is broken
   */
  async read(
    state: AccountState,
    [, day, offset]: EventMark,
    next: EventMark | undefined,
    needles: readonly Buffer[] | null,
  ): Promise<CompactEvent[]> {
    const file = this.#days.get(day);
    const events: CompactEvent[] = [];
    // The file might have been deleted at the end of its retention.
    if (!file) return events;
    const to = Math.min(offset + MARK_BYTES, next?.[1] === day ? next[2] : Number.POSITIVE_INFINITY);
    for await (const lines of file.lines(offset, to)) {
      for (const { line, offset: at } of lines) {
        const isWanted = needles === null || needles.some((needle) => line.includes(needle));
        const event = hasValidChecksum(line) ? isWanted && decodeEventLine(state, line) : 'damaged';
        if (event === 'damaged') throw new DamagedFileError(file.path, at);
        if (event) events.push(event);
      }
    }
    return events;
  }

  /**
   * Returns the lengths of the files for `db.json`. Leaves out expired files, and remembers them for the next
   * `sweep`.
   */
  listFiles(): DayBytes {
    const all = [...this.#days.values()];
    this.#expiredFiles = all.filter((file) => this.#isExpired(file));
    this.#isSweepDue = false;
    const listedFiles = all.filter((file) => !this.#expiredFiles.includes(file));
    return Object.fromEntries(listedFiles.map(({ day, end }) => [dayFileName(day).slice(0, 10), end]));
  }

  /** True if files have expired since the last `db.json`, so a new one should be written. */
  get isSweepDue(): boolean {
    return this.#isSweepDue;
  }

  async flushAndSync(): Promise<void> {
    await this.flush();
    for (const file of this.#days.values()) await file.sync();
    this.#closeWrittenFiles();
    await this.#settings.files.syncDirectory(this.#settings.directory);
  }

  /**
   * Deletes the expired files. Must run after the new `db.json` is on disk, because every file that it lists
   * must exist.
   */
  async sweep(): Promise<void> {
    for (const file of this.#expiredFiles.splice(0)) {
      this.#days.delete(file.day);
      await file.remove();
    }
  }

  firstDay(): number {
    const { clock, retentionMs } = this.#settings;
    return Math.floor((clock.now() - retentionMs) / UTC_DAY_MS);
  }

  /**
   * Refuses commits while too many events can't be written, for example on a full disk.
   * @throws StoreUnavailableError
   */
  refuseWhenStuck(): void {
    if (this.#failure === null || this.#pendingBytes < MAX_PENDING_BYTES) return;
    const { directory } = this.#settings;
    const text = `the trace in ${directory} cannot be written, so nothing was changed: ${String(this.#failure)}`;
    throw new StoreUnavailableError(text, { cause: this.#failure });
  }

  async flush(): Promise<void> {
    while (this.#flushing) await this.#flushing;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#flushing = this.#flush().finally(() => {
      this.#flushing = null;
    });
    try {
      await this.#flushing;
      this.#failure = null;
    } catch (cause) {
      this.#failure = cause;
      // Retries on a timer, because refused commits (`refuseWhenStuck`) cause no other attempt.
      this.#flushIn(FLUSH_RETRY_MS);
      throw cause;
    }
  }

  async close(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    await this.#flushing?.catch(() => {});
    for (const file of this.#days.values()) await file.close();
  }

  #isExpired({ day }: DayFile): boolean {
    return day < this.firstDay() && day !== this.#latestDay;
  }

  #checkExpiry(): void {
    this.#isSweepDue = [...this.#days.values()].some((file) => this.#isExpired(file));
  }

  #file(day: number): DayFile {
    const { files, directory } = this.#settings;
    return getOrCreate(this.#days, day, () => new DayFile(files, directory, day));
  }

  #flushIn(ms: number): void {
    this.#cancelTimer ??= this.#settings.clock.after(ms, () => {
      this.#cancelTimer = null;
      this.#flushOrRetry();
    });
  }

  #flushOrRetry(): void {
    this.flush().catch((cause) => {
      // Nothing is lost, because the events stay in memory and in the journal.
      this.#settings.log('error', 'the trace could not be written; it is tried again', {
        cause: String(cause),
      });
    });
  }

  async #flush(): Promise<void> {
    this.#bytesSinceFlush = 0;
    for (let [first] = this.#pendingEvents; first; [first] = this.#pendingEvents) {
      const batch = eventBatch(this.#pendingEvents);
      await this.#file(first.day).write(encodeLines(batch));
      this.#pendingEvents.splice(0, batch.length);
      for (const { state, length } of batch) {
        state.unwrittenCount--;
        this.#pendingBytes -= length;
      }
    }
    this.#closeWrittenFiles();
  }

  #closeWrittenFiles(): void {
    for (const file of this.#days.values())
      if (file.day !== this.#latestDay && file.writtenBytes === file.end) file.close().catch(() => {});
  }
}

function eventBatch(waiting: readonly PendingEvent[]): readonly PendingEvent[] {
  let count = 0;
  for (let bytes = 0; bytes < FLUSH_FROM_BYTES && waiting[count]?.day === waiting[0]?.day; count++)
    bytes += waiting[count]?.length ?? 0;
  return waiting.slice(0, count);
}

function encodeLines(batch: readonly PendingEvent[]): Buffer {
  const writer = new CheckedLineWriter(batch.reduce((sum, { length }) => sum + length + CHECK_BYTES, 0));
  for (const { state, event } of batch) {
    writer.add(state.linePrefix, state.linePrefixBytes.length);
    writer.add(event.json, event.length);
    writer.endLine();
  }
  return writer.lines;
}

const EVENT = /^\{"id":(\d+),"at":"([^"]+)","type":"([^"]+)"(?:,"session_id":("(?:[^"\\]|\\.)*"))?/;

function decodeEventLine(state: AccountState, line: Buffer): CompactEvent | 'damaged' | undefined {
  const { id: accountId, linePrefixBytes: prefix } = state;
  if (prefix.compare(line, 0, prefix.length) !== 0) return undefined;
  const json = line.toString('utf8', prefix.length, line.length - CHECK_BYTES + 1);
  const [, id, eventAt, type, session] = EVENT.exec(json) ?? [];
  if (eventAt === undefined || type === undefined) return 'damaged';
  const sessionId: string | undefined = session === undefined ? undefined : JSON.parse(session);
  const length = line.length - prefix.length - CHECK_BYTES + 1;
  return { accountId, id: Number(id), type, sessionId, json, atMs: Date.parse(eventAt), length };
}
