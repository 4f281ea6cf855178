import { type Clock, RETENTION_MS } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import type { CommittedEvent } from '../../commit.ts';
import { Listeners } from '../../listeners.ts';
import { PAGE_BYTES, type Page, type StoredEvent, type Trace, type TraceQuery } from '../../store.ts';
import type { AccountState, AccountStates, HeldEvent } from '../account-state.ts';
import { countBelow } from '../sorted.ts';
import type { Tables } from '../tables.ts';
import { DAY_MS } from './day-file.ts';
import type { TraceFiles } from './trace-files.ts';

/** How much of the newest trace stays in memory when it is in files too. */
const HELD_BYTES = 8 * 2 ** 20;

export interface TraceSettings {
  readonly clock: Clock;
  readonly log: Log;
  /** Null: all events stay in memory, until their retention ends. */
  readonly files: TraceFiles | null;
}

/** Which events are wanted, of those of an account. */
interface Wanted {
  readonly low: number;
  readonly high: number;
  readonly ascending: boolean;
  readonly types?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
}

/** The trace of every account: the newest events in memory, all of them in files. Those older than 14 days are not answered. */
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

  async page(accountId: string, query: TraceQuery): Promise<Page<StoredEvent>> {
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

  async get(accountId: string, id: number): Promise<StoredEvent | undefined> {
    const state = this.#states.known(accountId);
    let found: StoredEvent | undefined;
    if (state) {
      await this.#visit(state, { low: id, high: id, ascending: true }, (event) => {
        found = event;
        return false;
      });
    }
    return found;
  }

  /** All events of an account as they are at this moment; undefined when they have more bytes than that. */
  async all(accountId: string, maxBytes: number): Promise<readonly StoredEvent[] | undefined> {
    const state = this.#states.known(accountId);
    const events: StoredEvent[] = [];
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

  /** Of all events that it keeps of an account. */
  bytesOf(accountId: string): number {
    const state = this.#states.known(accountId);
    if (!state) return 0;
    state.forgetBefore(Math.floor((this.#clock.now() - RETENTION_MS) / DAY_MS));
    return state.bytes;
  }

  subscribe(
    accountId: string | null,
    listener: (event: StoredEvent) => void,
    begun?: () => void,
  ): () => void {
    const listeners = this.#listeners.get(accountId) ?? new Listeners(this.#log);
    this.#listeners.set(accountId, listeners);
    const leave = listeners.add(listener);
    begun?.();
    return () => {
      leave();
      if (listeners.size === 0 && this.#listeners.get(accountId) === listeners)
        this.#listeners.delete(accountId);
    };
  }

  /** Adds the events of a commit. */
  add(state: AccountState, events: readonly CommittedEvent[], atMs: number): void {
    for (const event of events) {
      const place = this.files?.add(state, event, atMs);
      state.add(event, place?.day ?? Math.floor(atMs / DAY_MS), place?.offset ?? null);
      this.#heldBytes += event.length;
      this.#noteSession(event);
    }
    if (this.files === null) this.#tidyDaily(state);
    else if (this.#heldBytes > this.#trimFrom) this.#trim();
  }

  /** Hides all events of an account. */
  clear(state: AccountState): void {
    this.#heldBytes -= lengthOf(state.recent);
    state.clearTrace();
  }

  /** Deletes the days that are wholly out of retention. */
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
    const ofAll = this.#listeners.get(null);
    for (const event of events) {
      this.#listeners.get(event.accountId)?.tell(event);
      ofAll?.tell(event);
      // What is held of it is its text.
      event.data = undefined;
    }
  }

  /** Shows the wanted events in their order, until `take` answers false: as they are when this is called. */
  async #visit(state: AccountState, wanted: Wanted, take: (event: HeldEvent) => boolean): Promise<void> {
    const { ascending, types, sessionId } = wanted;
    const since = this.#tables.timeOf(state.id, this.#clock) - RETENTION_MS;
    const { recent, next } = state;
    const low = Math.max(wanted.low, state.visibleFrom);
    const high = Math.min(wanted.high, next - 1);
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
    const older = { ...wanted, low, high: Math.min(high, firstRecent - 1) };
    if (!ascending && !showRecent()) return;
    const goesOn = await this.#visitFiles(state, older, show);
    if (ascending && goesOn) showRecent();
  }

  async #visitFiles(
    state: AccountState,
    wanted: Wanted,
    show: (event: HeldEvent) => boolean,
  ): Promise<boolean> {
    const { low, high, ascending } = wanted;
    const parts = partsOf(wanted);
    const marks = [...state.marks];
    if (!this.files || low > high) return true;
    const markOf = (id: number) => countBelow(marks.length, (at) => (marks[at]?.[0] ?? id) <= id) - 1;
    const [first, last] = [Math.max(0, markOf(low)), markOf(high)];
    for (let step = 0; step <= last - first; step++) {
      const at = ascending ? first + step : last - step;
      const mark = marks[at];
      const events = mark ? await this.files.read(state, mark, marks[at + 1], parts) : [];
      for (const event of ascending ? events : events.reverse())
        if (event.id >= low && event.id <= high && !show(event)) return false;
    }
    return true;
  }

  /** Between which ids all events of a session are. */
  #rangeOf(accountId: string, sessionId: string | undefined): readonly [first: number, last: number] {
    const entry = sessionId === undefined ? undefined : this.#tables.get('session', sessionId);
    return (entry?.account === accountId && entry.events) || [1, Number.POSITIVE_INFINITY];
  }

  #noteSession({ accountId, id, sessionId }: HeldEvent): void {
    if (sessionId === undefined) return;
    const entry = this.#tables.get('session', sessionId);
    if (entry?.account === accountId && entry.events) entry.events[1] = id;
  }

  /** Lets go of the older half of what each account holds, where that is in a file; who holds little beside others keeps it. */
  #trim(): void {
    const held = [...this.#states.all()].map((state) => ({ state, bytes: lengthOf(state.recent) }));
    const little = this.#heldBytes / held.length / 2;
    for (const { state, bytes } of held) {
      if (bytes < little) continue;
      const { recent, unwritten } = state;
      const count = Math.max(0, Math.min(Math.ceil(recent.length / 2), recent.length - unwritten));
      this.#heldBytes -= lengthOf(recent.slice(0, count));
      state.recent = recent.slice(count);
    }
    // Where the disk is slow, or full, not again for every commit.
    this.#trimFrom = Math.max(HELD_BYTES, this.#heldBytes + HELD_BYTES / 2);
  }

  /** An account whose trace is in memory alone must not keep the events of months: its commits let go of them once a day. */
  #tidyDaily(state: AccountState): void {
    const now = this.#tables.timeOf(state.id, this.#clock);
    const day = Math.floor(now / DAY_MS);
    if (day === state.tidiedOnDay) return;
    state.tidiedOnDay = day;
    const kept = state.recent.findIndex(({ atMs }) => atMs >= now - RETENTION_MS);
    if (kept > 0) state.recent = state.recent.slice(kept);
  }
}

function lengthOf(events: readonly HeldEvent[]): number {
  return events.reduce((sum, { length }) => sum + length, 0);
}

/** What stands in the line of every event that is wanted, so that others need not be parsed: one of these. */
function partsOf({ types, sessionId }: Wanted): readonly Buffer[] | null {
  if (sessionId !== undefined) return [Buffer.from(`"session_id":${JSON.stringify(sessionId)}`)];
  return types?.map((type) => Buffer.from(`"type":"${type}"`)) ?? null;
}
