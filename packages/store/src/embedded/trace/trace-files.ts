import { join } from 'node:path';
import { type CancelTimer, RETENTION_MS } from '@svc-simulator/core';
import { StoreUnavailableError } from '../../store.ts';
import { type AccountState, type EventMark, type HeldEvent, MARK_BYTES } from '../account-state.ts';
import { CHECK_BYTES, CheckedLineWriter, hasValidChecksum } from '../checked-line.ts';
import { DamagedFileError } from '../files/damaged-file.ts';
import type { DirectorySettings } from '../files/files.ts';
import { DayFile, dayFileName, dayOfName, UTC_DAY_MS } from './day-file.ts';

export const TRACE = 'trace';
const FLUSH_FROM_BYTES = 2 ** 20;
const FLUSH_AFTER_MS = 250;
const FLUSH_RETRY_MS = 1000;
/** Memory limit for events that can't be written. */
const MAX_PENDING_BYTES = 32 * 2 ** 20;

interface PendingEvent {
  readonly state: AccountState;
  readonly event: HeldEvent;
  readonly day: number;
  readonly length: number;
}

export type DayBytes = Readonly<Record<string, number>>;

/**
 * The trace in files by day, with a line of `{"account", "event", "crc"}` for each event. It is derived from
 * the journal and written in batches after commits; the incomplete end after a crash is cut off and derived
 * again.
 */
export class TraceFiles {
  readonly #settings: DirectorySettings;
  readonly #days = new Map<number, DayFile>();
  #today = 0;
  /** Files that the last `bytes` left out; the next `db.json` doesn't count them. */
  #leftOut: DayFile[] = [];
  #isSweepDue = false;
  #waiting: PendingEvent[] = [];
  #waitingBytes = 0;
  #freshBytes = 0;
  #failure: unknown = null;
  #timer: CancelTimer | null = null;
  #flushing: Promise<void> | null = null;

  constructor(settings: DirectorySettings) {
    this.#settings = settings;
  }

  /**
   * Opens the existing files, cut back to the lengths in `db.json`.
   * @throws DamagedFileError when a file is shorter.
   */
  async open(bytes: DayBytes): Promise<void> {
    const { files, directory } = this.#settings;
    await files.makeDirectory(directory);
    const longer: DayFile[] = [];
    for (const [date, counted] of Object.entries(bytes)) {
      const day = dayOfName(`${date}.jsonl`);
      if (day === undefined) continue;
      const file = new DayFile(files, directory, day, counted);
      const size = (await files.size(file.path)) ?? 0;
      if (size < counted && day < this.firstDay()) continue;
      if (size < counted) throw new DamagedFileError(file.path, size);
      if (size > counted) longer.push(file);
      this.#days.set(day, file);
      this.#today = Math.max(this.#today, day);
    }
    for (const name of await files.names(directory)) {
      const day = dayOfName(name);
      if (day !== undefined && !this.#days.has(day)) await files.remove(join(directory, name));
    }
    for (const file of longer) await file.cut();
    this.#noteOver();
  }

  add(
    state: AccountState,
    event: HeldEvent,
    atMs: number,
  ): { readonly day: number; readonly offset: number } {
    // Never an earlier day, so that ids ascend even when the machine's clock is set back.
    const day = Math.max(this.#today, Math.floor(atMs / UTC_DAY_MS));
    if (day > this.#today) {
      this.#today = day;
      this.#noteOver();
    }
    const file = this.#file(day);
    const offset = file.end;
    const length = state.openingBytes.length + event.length;
    file.end += length + CHECK_BYTES;
    this.#waiting.push({ state, event, day, length });
    this.#waitingBytes += length;
    this.#freshBytes += length;
    if (this.#freshBytes >= FLUSH_FROM_BYTES && !this.#flushing) this.#flushOrRetry();
    else this.#flushIn(FLUSH_AFTER_MS);
    return { day, offset };
  }

  /**
   * Returns the events of an account from a mark to the next one; `parts` keeps only lines that contain one
   * of them.
   * @throws DamagedFileError when a line is broken
   */
  async read(
    state: AccountState,
    [, day, offset]: EventMark,
    next: EventMark | undefined,
    parts: readonly Buffer[] | null,
  ): Promise<HeldEvent[]> {
    const file = this.#days.get(day);
    const events: HeldEvent[] = [];
    // Its retention may have ended meanwhile.
    if (!file) return events;
    const to = Math.min(offset + MARK_BYTES, next?.[1] === day ? next[2] : Number.POSITIVE_INFINITY);
    for await (const lines of file.lines(offset, to)) {
      for (const { line, offset: at } of lines) {
        const isWanted = parts === null || parts.some((part) => line.includes(part));
        const event = hasValidChecksum(line) ? isWanted && decodeEventLine(state, line) : 'damaged';
        if (event === 'damaged') throw new DamagedFileError(file.path, at);
        if (event) events.push(event);
      }
    }
    return events;
  }

  /** Returns the current end of every file; with `settle`, the trace's entry in `db.json`. */
  bytes(): DayBytes {
    const all = [...this.#days.values()];
    this.#leftOut = all.filter((file) => this.#isOver(file));
    this.#isSweepDue = false;
    const listedFiles = all.filter((file) => !this.#leftOut.includes(file));
    return Object.fromEntries(listedFiles.map(({ day, end }) => [dayFileName(day).slice(0, 10), end]));
  }

  /** True when a new day leaves files out of retention, so that a new `db.json` should leave them out. */
  get isSweepDue(): boolean {
    return this.#isSweepDue;
  }

  async settle(): Promise<void> {
    await this.flush();
    for (const file of this.#days.values()) await file.sync();
    this.#closePast();
    await this.#settings.files.syncDirectory(this.#settings.directory);
  }

  /**
   * Deletes files that the last `bytes` left out, once that is on disk: files in `db.json` must exist, even
   * when the machine's clock is set back.
   */
  async sweep(): Promise<void> {
    for (const file of this.#leftOut.splice(0)) {
      this.#days.delete(file.day);
      await file.remove();
    }
  }

  firstDay(): number {
    return Math.floor((this.#settings.clock.now() - RETENTION_MS) / UTC_DAY_MS);
  }

  /**
   * Limits the memory of events that can't be written.
   * @throws StoreUnavailableError
   */
  refuseWhenStuck(): void {
    if (this.#failure === null || this.#waitingBytes < MAX_PENDING_BYTES) return;
    const { directory } = this.#settings;
    const text = `the trace in ${directory} cannot be written, so nothing was changed: ${String(this.#failure)}`;
    throw new StoreUnavailableError(text, { cause: this.#failure });
  }

  async flush(): Promise<void> {
    while (this.#flushing) await this.#flushing;
    this.#timer?.();
    this.#timer = null;
    this.#flushing = this.#flush().finally(() => {
      this.#flushing = null;
    });
    try {
      await this.#flushing;
      this.#failure = null;
    } catch (cause) {
      this.#failure = cause;
      // On a timer, because refused commits cause no further attempt.
      this.#flushIn(FLUSH_RETRY_MS);
      throw cause;
    }
  }

  async close(): Promise<void> {
    this.#timer?.();
    this.#timer = null;
    await this.#flushing?.catch(() => {});
    for (const file of this.#days.values()) await file.close();
  }

  #isOver({ day }: DayFile): boolean {
    return day < this.firstDay() && day !== this.#today;
  }

  #noteOver(): void {
    this.#isSweepDue = [...this.#days.values()].some((file) => this.#isOver(file));
  }

  #file(day: number): DayFile {
    let file = this.#days.get(day);
    if (!file) {
      file = new DayFile(this.#settings.files, this.#settings.directory, day);
      this.#days.set(day, file);
    }
    return file;
  }

  #flushIn(ms: number): void {
    this.#timer ??= this.#settings.clock.after(ms, () => {
      this.#timer = null;
      this.#flushOrRetry();
    });
  }

  #flushOrRetry(): void {
    this.flush().catch((cause) => {
      // The events stay in memory and in the journal.
      this.#settings.log('error', 'the trace could not be written; it is tried again', {
        cause: String(cause),
      });
    });
  }

  async #flush(): Promise<void> {
    this.#freshBytes = 0;
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      const batch = eventBatch(this.#waiting);
      await this.#file(first.day).write(encodeLines(batch));
      this.#waiting.splice(0, batch.length);
      for (const { state, length } of batch) {
        state.unwritten--;
        this.#waitingBytes -= length;
      }
    }
    this.#closePast();
  }

  /** Closes files of past days unless they are read; slow readers must not delay writes. */
  #closePast(): void {
    for (const file of this.#days.values())
      if (file.day !== this.#today && file.written === file.end) file.close().catch(() => {});
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
    writer.add(state.opening, state.openingBytes.length);
    writer.add(event.json, event.length);
    writer.endLine();
  }
  return writer.lines;
}

const EVENT = /^\{"id":(\d+),"at":"([^"]+)","type":"([^"]+)"(?:,"session_id":("(?:[^"\\]|\\.)*"))?/;

function decodeEventLine(state: AccountState, line: Buffer): HeldEvent | 'damaged' | undefined {
  const { id: accountId, openingBytes: opening } = state;
  if (opening.compare(line, 0, opening.length) !== 0) return undefined;
  const json = line.toString('utf8', opening.length, line.length - CHECK_BYTES + 1);
  const [, id, eventAt, type, session] = EVENT.exec(json) ?? [];
  if (eventAt === undefined || type === undefined) return 'damaged';
  const sessionId: string | undefined = session === undefined ? undefined : JSON.parse(session);
  const length = line.length - opening.length - CHECK_BYTES + 1;
  return { accountId, id: Number(id), type, sessionId, json, atMs: Date.parse(eventAt), length };
}
