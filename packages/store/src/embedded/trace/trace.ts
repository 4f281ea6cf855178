import { type Clock, getOrCreate } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import type { CommittedEvent } from '../../commit.ts';
import { Listeners } from '../../listeners.ts';
import {
  PAGE_BYTES,
  type StoredTraceEvent,
  type StorePage,
  type Trace,
  type TraceQuery,
} from '../../store.ts';
import type { AccountState, AccountStates, CompactEvent } from '../account-state.ts';
import type { RecordEntry } from '../entry.ts';
import { partitionPoint } from '../sorted.ts';
import type { Tables } from '../tables.ts';
import { UTC_DAY_MS } from './day-file.ts';
import type { TraceFiles } from './trace-files.ts';

const MEMORY_BYTES = 8 * 2 ** 20;
/** Reads skip only longer gaps. Skipping this many events or fewer would save only a few blocks of a file. */
const MIN_GAP = 500;
/** Maximum gaps that are remembered for a session, enough for retries over days. Reads scan later gaps. */
const MAX_GAPS = 16;

export interface TraceSettings {
  readonly clock: Clock;
  readonly log: Log;
  readonly retentionMs: number;
  /** Null: all events stay in memory until their retention ends. */
  readonly files: TraceFiles | null;
}

interface EventFilter {
  readonly low: number;
  readonly high: number;
  readonly ascending: boolean;
  readonly types?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  readonly gaps?: RecordEntry['gaps'];
}

/** The traces of all accounts. All events are in files, and the latest ones also in memory. */
export class EmbeddedTrace implements Trace {
  readonly files: TraceFiles | null;
  readonly #clock: Clock;
  readonly #retentionMs: number;
  readonly #log: Log;
  readonly #tables: Tables;
  readonly #states: AccountStates;
  readonly #listeners = new Map<string | null, Listeners>();
  #memoryBytes = 0;
  #trimFromBytes = MEMORY_BYTES;

  constructor({ clock, log, retentionMs, files }: TraceSettings, tables: Tables, states: AccountStates) {
    this.files = files;
    this.#clock = clock;
    this.#retentionMs = retentionMs;
    this.#log = log;
    this.#tables = tables;
    this.#states = states;
  }

  async page(accountId: string, query: TraceQuery): Promise<StorePage<StoredTraceEvent>> {
    const { types, sessionId, after, limit, maxBytes = PAGE_BYTES, order } = query;
    const state = this.#states.find(accountId);
    if (!state) return { items: [], nextCursor: null };
    const ascending = order === 'asc';
    const low = ascending && after !== undefined ? after + 1 : 1;
    const high = !ascending && after !== undefined ? after - 1 : Number.POSITIVE_INFINITY;
    const { events, gaps = null } = this.#sessionEntry(accountId, sessionId) ?? {};
    const [first, last] = events ?? [1, Number.POSITIVE_INFINITY];
    const items: CompactEvent[] = [];
    let hasMore = false;
    let bytes = 0;
    const range = { low: Math.max(low, first), high: Math.min(high, last), ascending };
    await this.#visit(state, { ...range, gaps, types, sessionId }, (event) => {
      hasMore = items.length === limit || bytes >= maxBytes;
      if (!hasMore) items.push(event);
      bytes += event.length;
      return !hasMore;
    });
    return { items, nextCursor: hasMore ? String(items.at(-1)?.id) : null };
  }

  async get(accountId: string, id: number): Promise<StoredTraceEvent | undefined> {
    const state = this.#states.find(accountId);
    let match: StoredTraceEvent | undefined;
    if (state) {
      await this.#visit(state, { low: id, high: id, ascending: true }, (event) => {
        match = event;
        return false;
      });
    }
    return match;
  }

  /** Returns all visible events of the account; undefined if they exceed `maxBytes`. */
  async all(accountId: string, maxBytes: number): Promise<readonly StoredTraceEvent[] | undefined> {
    const state = this.#states.find(accountId);
    const events: StoredTraceEvent[] = [];
    let bytes = 0;
    if (state) {
      await this.#visit(state, { low: 1, high: Number.POSITIVE_INFINITY, ascending: true }, (event) => {
        events.push(event);
        bytes += event.length;
        return bytes <= maxBytes;
      });
    }
    return bytes > maxBytes ? undefined : events;
  }

  bytesOf(accountId: string): number {
    const state = this.#states.find(accountId);
    if (!state) return 0;
    state.forgetBefore(Math.floor((this.#clock.now() - this.#retentionMs) / UTC_DAY_MS));
    return state.bytes;
  }

  subscribe(
    accountId: string | null,
    listener: (event: StoredTraceEvent) => void,
    onReady?: () => void,
  ): () => void {
    const listeners = getOrCreate(this.#listeners, accountId, () => new Listeners(this.#log));
    const leave = listeners.add(listener);
    onReady?.();
    return () => {
      leave();
      if (listeners.size === 0 && this.#listeners.get(accountId) === listeners)
        this.#listeners.delete(accountId);
    };
  }

  add(state: AccountState, events: readonly CommittedEvent[], atMs: number): void {
    for (const event of events) {
      const place = this.files?.add(state, event, atMs);
      state.add(event, place?.day ?? Math.floor(atMs / UTC_DAY_MS), place?.offset ?? null);
      this.#memoryBytes += event.length;
      this.#extendSessionRange(event);
    }
    if (this.files === null) this.#tidyDaily(state);
    else if (this.#memoryBytes > this.#trimFromBytes) this.#trim();
  }

  clear(state: AccountState): void {
    this.#memoryBytes -= totalLength(state.recent);
    state.clearTrace();
  }

  async sweep(): Promise<void> {
    if (!this.files) return;
    await this.files.sweep();
    for (const state of this.#states.all()) {
      state.forgetBefore(this.files.firstDay());
      if (!state.isRemovable) continue;
      this.clear(state);
      this.#states.drop(state);
    }
  }

  publish(events: readonly CommittedEvent[]): void {
    const globalListeners = this.#listeners.get(null);
    for (const event of events) {
      this.#listeners.get(event.accountId)?.notify(event);
      globalListeners?.notify(event);
      event.data = undefined;
    }
  }

  /** Calls `take` for each matching event in order, until `take` returns false. */
  async #visit(
    state: AccountState,
    filter: EventFilter,
    take: (event: CompactEvent) => boolean,
  ): Promise<void> {
    const { ascending, types, sessionId } = filter;
    const since = this.#tables.timeOf(state.id, this.#clock) - this.#retentionMs;
    const { recent, next } = state;
    const low = Math.max(filter.low, state.visibleFrom);
    const high = Math.min(filter.high, next - 1);
    const firstRecent = next - recent.length;
    const offer = (event: CompactEvent) =>
      event.atMs < since ||
      (sessionId !== undefined && event.sessionId !== sessionId) ||
      (types !== undefined && !types.includes(event.type)) ||
      take(event);
    const visitRecent = () => {
      const [from, to] = [Math.max(low, firstRecent), high];
      for (let step = 0; step <= to - from; step++) {
        const id = ascending ? from + step : to - step;
        const event = recent[id - firstRecent];
        if (event && !offer(event)) return false;
      }
      return true;
    };
    const older = { ...filter, low, high: Math.min(high, firstRecent - 1) };
    if (!ascending && !visitRecent()) return;
    const wantsMore = await this.#visitFiles(state, older, offer);
    if (ascending && wantsMore) visitRecent();
  }

  async #visitFiles(
    state: AccountState,
    filter: EventFilter,
    offer: (event: CompactEvent) => boolean,
  ): Promise<boolean> {
    const { low, high, ascending, gaps } = filter;
    const needles = requiredTexts(filter);
    const marks = [...state.marks];
    if (!this.files || low > high) return true;
    const markIndexOf = (id: number) =>
      partitionPoint(marks.length, (index) => (marks[index]?.[0] ?? id) <= id) - 1;
    const [first, last] = [Math.max(0, markIndexOf(low)), markIndexOf(high)];
    for (let step = 0; step <= last - first; step++) {
      const index = ascending ? first + step : last - step;
      const [mark, nextMark] = [marks[index], marks[index + 1]];
      if (!mark || gaps?.some(([previous, next]) => previous < mark[0] && nextMark && nextMark[0] <= next))
        continue;
      const events = await this.files.read(state, mark, nextMark, needles);
      for (const event of ascending ? events : events.reverse())
        if (event.id >= low && event.id <= high && !offer(event)) return false;
    }
    return true;
  }

  #sessionEntry(accountId: string, sessionId: string | undefined): RecordEntry | undefined {
    const entry = sessionId === undefined ? undefined : this.#tables.get('session', sessionId);
    return entry?.account === accountId ? entry : undefined;
  }

  #extendSessionRange({ accountId, id, sessionId }: CompactEvent): void {
    const entry = this.#sessionEntry(accountId, sessionId);
    if (!entry?.events) return;
    const [first, last] = entry.events;
    if (last >= first && id - last > MIN_GAP) {
      entry.gaps ??= [];
      if (entry.gaps.length < MAX_GAPS) entry.gaps.push([last, id]);
    }
    entry.events[1] = id;
  }

  /**
   * Removes the older half of each account's events from memory, except events that are in no file yet. Skips
   * accounts that use little memory.
   */
  #trim(): void {
    const memoryUses = [...this.#states.all()].map((state) => ({ state, bytes: totalLength(state.recent) }));
    const minBytesToTrim = this.#memoryBytes / memoryUses.length / 2;
    for (const { state, bytes } of memoryUses) {
      if (bytes < minBytesToTrim) continue;
      const { recent, unwrittenCount } = state;
      const count = Math.max(0, Math.min(Math.ceil(recent.length / 2), recent.length - unwrittenCount));
      this.#memoryBytes -= totalLength(recent.slice(0, count));
      state.recent = recent.slice(count);
    }
    // If the disk is slow or full, few events could be removed. The next commit must not try again at once.
    this.#trimFromBytes = Math.max(MEMORY_BYTES, this.#memoryBytes + MEMORY_BYTES / 2);
  }

  /** Removes an account's expired events once a day if the trace is in memory only. */
  #tidyDaily(state: AccountState): void {
    const now = this.#tables.timeOf(state.id, this.#clock);
    const day = Math.floor(now / UTC_DAY_MS);
    if (day === state.lastTidiedDay) return;
    state.lastTidiedDay = day;
    const firstKeptIndex = state.recent.findIndex(({ atMs }) => atMs >= now - this.#retentionMs);
    if (firstKeptIndex > 0) state.recent = state.recent.slice(firstKeptIndex);
  }
}

function totalLength(events: readonly CompactEvent[]): number {
  return events.reduce((sum, { length }) => sum + length, 0);
}

/** Returns texts for a search before parsing: a line that contains none of them can't match the filter. */
function requiredTexts({ types, sessionId }: EventFilter): readonly Buffer[] | null {
  if (sessionId !== undefined) return [Buffer.from(`"session_id":${JSON.stringify(sessionId)}`)];
  return types?.map((type) => Buffer.from(`"type":"${type}"`)) ?? null;
}
