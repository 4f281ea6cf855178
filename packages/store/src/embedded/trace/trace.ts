import { type Clock, RETENTION_MS } from '@svc-simulator/core';
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
import type { AccountState, AccountStates, HeldEvent } from '../account-state.ts';
import { countBelow } from '../sorted.ts';
import type { Tables } from '../tables.ts';
import { UTC_DAY_MS } from './day-file.ts';
import type { TraceFiles } from './trace-files.ts';

const HELD_BYTES = 8 * 2 ** 20;

export interface TraceSettings {
  readonly clock: Clock;
  readonly log: Log;
  /** Null keeps all events in memory until their retention ends. */
  readonly files: TraceFiles | null;
}

interface EventFilter {
  readonly low: number;
  readonly high: number;
  readonly ascending: boolean;
  readonly types?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
}

/**
 * The trace of every account: the latest events in memory, all of them in files. Events older than 14 days
 * are hidden.
 */
export class EmbeddedTrace implements Trace {
  readonly files: TraceFiles | null;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #tables: Tables;
  readonly #states: AccountStates;
  readonly #listeners = new Map<string | null, Listeners>();
  #heldBytes = 0;
  #trimFrom = HELD_BYTES;

  constructor({ clock, log, files }: TraceSettings, tables: Tables, states: AccountStates) {
    this.files = files;
    this.#clock = clock;
    this.#log = log;
    this.#tables = tables;
    this.#states = states;
  }

  async page(accountId: string, query: TraceQuery): Promise<StorePage<StoredTraceEvent>> {
    const { types, sessionId, after, limit, maxBytes = PAGE_BYTES, order } = query;
    const state = this.#states.known(accountId);
    if (!state) return { items: [], nextCursor: null };
    const ascending = order === 'asc';
    const low = ascending && after !== undefined ? after + 1 : 1;
    const high = !ascending && after !== undefined ? after - 1 : Number.POSITIVE_INFINITY;
    const [first, last] = this.#rangeOf(accountId, sessionId);
    const items: HeldEvent[] = [];
    let hasMore = false;
    let bytes = 0;
    const range = { low: Math.max(low, first), high: Math.min(high, last), ascending };
    await this.#visit(state, { ...range, types, sessionId }, (event) => {
      hasMore = items.length === limit || bytes >= maxBytes;
      if (!hasMore) items.push(event);
      bytes += event.length;
      return !hasMore;
    });
    return { items, nextCursor: hasMore ? String(items.at(-1)?.id) : null };
  }

  async get(accountId: string, id: number): Promise<StoredTraceEvent | undefined> {
    const state = this.#states.known(accountId);
    let match: StoredTraceEvent | undefined;
    if (state) {
      await this.#visit(state, { low: id, high: id, ascending: true }, (event) => {
        match = event;
        return false;
      });
    }
    return match;
  }

  /** Returns the account's events of this moment; undefined when they exceed `maxBytes`. */
  async all(accountId: string, maxBytes: number): Promise<readonly StoredTraceEvent[] | undefined> {
    const state = this.#states.known(accountId);
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
    const state = this.#states.known(accountId);
    if (!state) return 0;
    state.forgetBefore(Math.floor((this.#clock.now() - RETENTION_MS) / UTC_DAY_MS));
    return state.bytes;
  }

  subscribe(
    accountId: string | null,
    listener: (event: StoredTraceEvent) => void,
    onReady?: () => void,
  ): () => void {
    const listeners = this.#listeners.get(accountId) ?? new Listeners(this.#log);
    this.#listeners.set(accountId, listeners);
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
      this.#heldBytes += event.length;
      this.#noteSession(event);
    }
    if (this.files === null) this.#tidyDaily(state);
    else if (this.#heldBytes > this.#trimFrom) this.#trim();
  }

  clear(state: AccountState): void {
    this.#heldBytes -= totalLength(state.recent);
    state.clearTrace();
  }

  async sweep(): Promise<void> {
    if (!this.files) return;
    await this.files.sweep();
    for (const state of this.#states.all()) {
      state.forgetBefore(this.files.firstDay());
      if (!state.isSpent) continue;
      this.clear(state);
      this.#states.drop(state);
    }
  }

  publish(events: readonly CommittedEvent[]): void {
    const globalListeners = this.#listeners.get(null);
    for (const event of events) {
      this.#listeners.get(event.accountId)?.tell(event);
      globalListeners?.tell(event);
      // Only the JSON text is kept in memory.
      event.data = undefined;
    }
  }

  /** Passes the current events that match to `take`, in order, until it returns false. */
  async #visit(state: AccountState, filter: EventFilter, take: (event: HeldEvent) => boolean): Promise<void> {
    const { ascending, types, sessionId } = filter;
    const since = this.#tables.timeOf(state.id, this.#clock) - RETENTION_MS;
    const { recent, next } = state;
    const low = Math.max(filter.low, state.visibleFrom);
    const high = Math.min(filter.high, next - 1);
    const firstRecent = next - recent.length;
    const show = (event: HeldEvent) =>
      event.atMs < since ||
      (sessionId !== undefined && event.sessionId !== sessionId) ||
      (types !== undefined && !types.includes(event.type)) ||
      take(event);
    const showRecent = () => {
      const [from, to] = [Math.max(low, firstRecent), high];
      for (let step = 0; step <= to - from; step++) {
        const id = ascending ? from + step : to - step;
        const event = recent[id - firstRecent];
        if (event && !show(event)) return false;
      }
      return true;
    };
    const older = { ...filter, low, high: Math.min(high, firstRecent - 1) };
    if (!ascending && !showRecent()) return;
    const goesOn = await this.#visitFiles(state, older, show);
    if (ascending && goesOn) showRecent();
  }

  async #visitFiles(
    state: AccountState,
    filter: EventFilter,
    show: (event: HeldEvent) => boolean,
  ): Promise<boolean> {
    const { low, high, ascending } = filter;
    const parts = requiredTexts(filter);
    const marks = [...state.marks];
    if (!this.files || low > high) return true;
    const markOf = (id: number) => countBelow(marks.length, (index) => (marks[index]?.[0] ?? id) <= id) - 1;
    const [first, last] = [Math.max(0, markOf(low)), markOf(high)];
    for (let step = 0; step <= last - first; step++) {
      const index = ascending ? first + step : last - step;
      const mark = marks[index];
      const events = mark ? await this.files.read(state, mark, marks[index + 1], parts) : [];
      for (const event of ascending ? events : events.reverse())
        if (event.id >= low && event.id <= high && !show(event)) return false;
    }
    return true;
  }

  #rangeOf(accountId: string, sessionId: string | undefined): readonly [first: number, last: number] {
    const entry = sessionId === undefined ? undefined : this.#tables.get('session', sessionId);
    return (entry?.account === accountId && entry.events) || [1, Number.POSITIVE_INFINITY];
  }

  #noteSession({ accountId, id, sessionId }: HeldEvent): void {
    if (sessionId === undefined) return;
    const entry = this.#tables.get('session', sessionId);
    if (entry?.account === accountId && entry.events) entry.events[1] = id;
  }

  /**
   * Drops the older half of each account's events in memory if they are in a file; accounts with little keep
   * theirs.
   */
  #trim(): void {
    const holdings = [...this.#states.all()].map((state) => ({ state, bytes: totalLength(state.recent) }));
    const little = this.#heldBytes / holdings.length / 2;
    for (const { state, bytes } of holdings) {
      if (bytes < little) continue;
      const { recent, unwritten } = state;
      const count = Math.max(0, Math.min(Math.ceil(recent.length / 2), recent.length - unwritten));
      this.#heldBytes -= totalLength(recent.slice(0, count));
      state.recent = recent.slice(count);
    }
    // On a slow or full disk, later commits must not try again at once.
    this.#trimFrom = Math.max(HELD_BYTES, this.#heldBytes + HELD_BYTES / 2);
  }

  /**
   * Drops an account's old events once a day when the trace is in memory only, so that months of events don't
   * accumulate.
   */
  #tidyDaily(state: AccountState): void {
    const now = this.#tables.timeOf(state.id, this.#clock);
    const day = Math.floor(now / UTC_DAY_MS);
    if (day === state.tidiedOnDay) return;
    state.tidiedOnDay = day;
    const firstKept = state.recent.findIndex(({ atMs }) => atMs >= now - RETENTION_MS);
    if (firstKept > 0) state.recent = state.recent.slice(firstKept);
  }
}

function totalLength(events: readonly HeldEvent[]): number {
  return events.reduce((sum, { length }) => sum + length, 0);
}

/** Returns texts of which every wanted line contains one, so that other lines need no parsing. */
function requiredTexts({ types, sessionId }: EventFilter): readonly Buffer[] | null {
  if (sessionId !== undefined) return [Buffer.from(`"session_id":${JSON.stringify(sessionId)}`)];
  return types?.map((type) => Buffer.from(`"type":"${type}"`)) ?? null;
}
