import { join } from 'node:path';
import { type CancelTimer, type Clock, RETENTION_MS } from '@svc-simulator/core';
import type { Log } from '../runtime.ts';
import type { AccountState, HeldEvent, Mark } from './account-state.ts';
import { CHECK_BYTES, checkedLine, isWhole } from './checked-line.ts';
import { DamagedFileError } from './damaged-file.ts';
import { DAY_MS, DayFile, dayFileName, dayOfName } from './day-file.ts';
import type { Files } from './files.ts';

/** The directory of the trace within the data directory. */
export const TRACE = 'trace';
const FLUSH_FROM_BYTES = 2 ** 20;
const FLUSH_AFTER_MS = 250;
const RETRY_MS = 1000;

export interface TraceFileSettings {
  readonly directory: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
}

/** An event on its way into a file. */
interface Waiting {
  readonly state: AccountState;
  readonly event: HeldEvent;
  readonly day: number;
  readonly length: number;
}

/** How far the file of each day is good. */
export type DayBytes = Readonly<Record<string, number>>;

/**
 * The trace in files by day: `{"account", "event", "crc"}` a line. It is derived from the journal, and written in batches
 * after the commit, off the hot path; what a crash left unfinished is cut off and derived again.
 */
export class TraceFiles {
  readonly #settings: TraceFileSettings;
  readonly #days = new Map<number, DayFile>();
  #today = 0;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #timer: CancelTimer | null = null;
  #flushing: Promise<void> | null = null;
  /** There are files that a power cut could still take away whole. */
  #newNames = false;

  constructor(settings: TraceFileSettings) {
    this.#settings = settings;
  }

  /**
   * Takes over what an earlier run left, cut back to what its `db.json` counts.
   * @throws DamagedFileError when less is there.
   */
  async open(bytes: DayBytes): Promise<void> {
    const { files, directory } = this.#settings;
    await files.makeDirectory(directory);
    const longer: DayFile[] = [];
    for (const [date, counted] of Object.entries(bytes)) {
      const day = dayOfName(`${date}.jsonl`);
      if (day === undefined || day < this.firstDay()) continue;
      const file = new DayFile(files, directory, day, counted);
      const size = (await files.size(file.path)) ?? 0;
      if (size < counted)
        throw new DamagedFileError(
          file.path,
          size,
          `it ends here, but db.json counts ${counted} bytes of it`,
        );
      if (size > counted) longer.push(file);
      this.#days.set(day, file);
      this.#today = Math.max(this.#today, day);
    }
    // All was looked at by now, so that nothing is changed when something is missing.
    for (const name of await files.names(directory)) {
      const day = dayOfName(name);
      if (day !== undefined && !this.#days.has(day)) await files.remove(join(directory, name));
    }
    for (const file of longer) await file.cut();
  }

  /** Takes an event of a commit; returns where its line will stand. */
  add(
    state: AccountState,
    event: HeldEvent,
    atMs: number,
  ): { readonly day: number; readonly offset: number } {
    // Never back to an earlier day, so that ids ascend even when the machine's clock is set back.
    this.#today = Math.max(this.#today, Math.floor(atMs / DAY_MS));
    const day = this.#today;
    const file = this.#file(day);
    const offset = file.end;
    const length = state.openingBytes.length + event.length;
    file.end += length + CHECK_BYTES;
    this.#waiting.push({ state, event, day, length });
    this.#waitingBytes += length;
    if (this.#waitingBytes >= FLUSH_FROM_BYTES && !this.#flushing) this.#flushOrRetry();
    else this.#flushIn(FLUSH_AFTER_MS);
    return { day, offset };
  }

  /** Every line of the files between two marks, the last one excluded, as they are read; null: to the end. */
  async *lines(from: Mark, to: Mark | null, ascending: boolean): AsyncGenerator<readonly StoredLine[]> {
    const [, firstDay, start] = from;
    const [, lastDay, end] = to ?? [0, Number.POSITIVE_INFINITY, 0];
    const days = [...this.#days.keys()].filter((day) => day >= firstDay && day <= lastDay);
    days.sort((a, b) => (ascending ? a - b : b - a));
    for (const day of days) {
      const file = this.#days.get(day);
      // Its retention has ended meanwhile.
      if (!file) continue;
      const [low, high] = [day === firstDay ? start : 0, day === lastDay ? end : file.written];
      const read = ascending ? file.forward(low, high) : file.backward(low, high);
      for await (const lines of read)
        yield lines.map(({ line, offset }) => new StoredLine(file, line, offset));
    }
  }

  /** Where every file ends now; together with `settle`, what `db.json` says about the trace. */
  bytes(): DayBytes {
    // A day that `sweep` may delete is not counted on: the machine's clock may be set back.
    const kept = [...this.#days.values()].filter((file) => !this.#isOver(file));
    return Object.fromEntries(kept.map(({ day, end }) => [dayFileName(day).slice(0, 10), end]));
  }

  /** Resolves when everything that was added before is on the disk. */
  async settle(): Promise<void> {
    const newNames = this.#newNames;
    this.#newNames = false;
    try {
      await this.flush();
      for (const file of this.#days.values()) await file.sync();
      if (newNames) await this.#settings.files.syncDirectory(this.#settings.directory);
    } catch (error) {
      this.#newNames ||= newNames;
      throw error;
    }
  }

  /** Deletes the days that are wholly out of retention. */
  async sweep(): Promise<void> {
    for (const file of [...this.#days.values()].filter((file) => this.#isOver(file))) {
      this.#days.delete(file.day);
      await file.close();
      await this.#settings.files.remove(file.path);
    }
  }

  /** The first day that still has events to answer. */
  firstDay(): number {
    return Math.floor((this.#settings.clock.now() - RETENTION_MS) / DAY_MS);
  }

  /** Writes what waits. Calls that overlap share the work. */
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
    for (const file of this.#days.values()) await file.close();
  }

  #isOver({ day }: DayFile): boolean {
    return day < this.firstDay() && day !== this.#today;
  }

  #file(day: number): DayFile {
    let file = this.#days.get(day);
    if (!file) {
      file = new DayFile(this.#settings.files, this.#settings.directory, day);
      this.#newNames = true;
      this.#days.set(day, file);
    }
    return file;
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
    while (this.#waiting.length > 0) {
      const batch = batchOf(this.#waiting);
      const { day } = batch[0] as Waiting;
      const lines = batch.map(({ state, event, length }) => checkedLine(state.opening + event.json, length));
      await this.#file(day).write(Buffer.concat(lines));
      this.#waiting.splice(0, batch.length);
      for (const { state } of batch) state.unwritten--;
    }
  }
}

/** The first of those that wait: of one day, about a megabyte. */
function batchOf(waiting: readonly Waiting[]): readonly Waiting[] {
  let count = 0;
  for (let bytes = 0; bytes < FLUSH_FROM_BYTES && waiting[count]?.day === waiting[0]?.day; count++)
    bytes += waiting[count]?.length ?? 0;
  return waiting.slice(0, count);
}

const EVENT = /^\{"id":(\d+),"at":"([^"]+)","type":"([^"]+)"(?:,"session_id":("(?:[^"\\]|\\.)*"))?/;

/** A line of the trace as it was read. */
export class StoredLine {
  readonly #file: DayFile;
  readonly #line: Buffer;
  readonly #offset: number;

  constructor(file: DayFile, line: Buffer, offset: number) {
    this.#file = file;
    this.#line = line;
    this.#offset = offset;
  }

  /** Its event, when it is of this account. @throws DamagedFileError when it is not what was written */
  eventOf(state: AccountState): HeldEvent | undefined {
    const line = this.#line;
    if (!isWhole(line)) throw this.#damaged('the line that begins there was changed');
    const { id: accountId, openingBytes: bytes } = state;
    if (bytes.compare(line, 0, bytes.length) !== 0) return undefined;
    const json = line.toString('utf8', bytes.length, line.length - CHECK_BYTES + 1);
    const [, id, at, type, session] = EVENT.exec(json) ?? [];
    if (at === undefined || type === undefined) throw this.#damaged('there is no event');
    const sessionId = session === undefined ? undefined : (JSON.parse(session) as string);
    const length = line.length - bytes.length - CHECK_BYTES + 1;
    return { accountId, id: Number(id), type, sessionId, json, atMs: Date.parse(at), length };
  }

  #damaged(what: string): DamagedFileError {
    return new DamagedFileError(this.#file.path, this.#offset, what);
  }
}
