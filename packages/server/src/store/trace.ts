import { RETENTION_MS } from '@svc-simulator/core';
import type { Log } from '../runtime.ts';
import type { AccountState, AccountStates } from './account-state.ts';
import type { CommittedEvent } from './commit.ts';
import { pageCut } from './page-cut.ts';
import type { Page, StoredEvent, Trace, TraceQuery } from './store.ts';
import type { EventRow, Position, TraceIndex } from './trace-index.ts';

const DAY_MS = 86_400_000;

/** The events of one group of commits, as they are written. */
export interface TraceLines {
  /** One JSON text a line. */
  readonly bytes: Buffer;
  readonly count: number;
  /** The events' operations, one a line (`journal-ops.ts`). */
  readonly rows: string;
  /** When they were committed. */
  readonly atMs: number;
}

/** The bytes of the trace, wherever they are. */
export interface TraceTexts {
  /** Resolves when the rows of earlier runs are in the indexes too; undefined when they are. */
  ready(): Promise<void> | undefined;
  /** Whether `ready` would answer undefined; asking loads nothing. */
  readonly isLoaded: boolean;
  /** Takes the events of one group of commits; returns where the first one stands. */
  add(lines: TraceLines): Position;
  /** The texts of these rows, in their order; undefined for what is gone. */
  read(rows: readonly EventRow[]): Promise<readonly (string | undefined)[]> | readonly (string | undefined)[];
  /** The account's events up to now will not be asked for again. */
  forget(index: TraceIndex): void;
}

/** The trace of every account: indexes in memory, texts in `TraceTexts`. Events older than 14 days are not answered. */
export class EmbeddedTrace implements Trace {
  readonly #timeOf: (accountId: string) => number;
  readonly #log: Log;
  readonly #states: AccountStates;
  readonly #texts: TraceTexts;
  readonly #listeners = new Map<string | null, Set<(event: StoredEvent) => void>>();

  /** `timeOf` answers the time of an account. */
  constructor(timeOf: (accountId: string) => number, log: Log, states: AccountStates, texts: TraceTexts) {
    this.#timeOf = timeOf;
    this.#log = log;
    this.#states = states;
    this.#texts = texts;
  }

  async page(accountId: string, query: TraceQuery): Promise<Page<StoredEvent>> {
    const { types, sessionId, after, limit, order } = query;
    const index = await this.#index(accountId);
    if (!index) return { items: [], nextCursor: null };
    const ascending = order === 'asc';
    const from = ascending && after !== undefined ? after + 1 : 0;
    const to = !ascending && after !== undefined ? after - 1 : Number.MAX_SAFE_INTEGER;
    const ids = index.ids(from, to, limit + 1, ascending, types, sessionId);
    const { shown, hasMore } = pageCut(ids, query, (id) => index.row(id)?.length ?? 0);
    return {
      items: await this.#read(accountId, index, shown),
      nextCursor: hasMore ? String(shown.at(-1)) : null,
    };
  }

  async get(accountId: string, id: number): Promise<StoredEvent | undefined> {
    const index = await this.#index(accountId);
    return index && (await this.#read(accountId, index, [id]))[0];
  }

  /** All events of an account as they are at this moment, of which `TraceTexts.ready` has told before. */
  async all(accountId: string): Promise<readonly StoredEvent[]> {
    const state = this.#states.known(accountId);
    if (!state) return [];
    this.#tidy(state);
    const { index } = state;
    const ids = index.ids(0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, true);
    return this.#read(accountId, index, ids);
  }

  /** Of all these events. */
  bytesOf(accountId: string): number {
    const state = this.#states.known(accountId);
    if (!state) return 0;
    this.#tidy(state);
    return state.index.bytes;
  }

  subscribe(accountId: string | null, listener: (event: StoredEvent) => void): () => void {
    const listeners = this.#listeners.get(accountId) ?? new Set();
    // Its own function, so that the same listener can be there twice and leave once.
    const own = (event: StoredEvent) => listener(event);
    this.#listeners.set(accountId, listeners.add(own));
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#listeners.get(accountId) === listeners)
        this.#listeners.delete(accountId);
    };
  }

  /** Adds stored events, whose lines stand from `position` on. Returns where the next one will stand. */
  add(state: AccountState, events: readonly CommittedEvent[], position: Position): Position {
    let at = position;
    for (const event of events) {
      state.index.add(event, at);
      at += event.length + 1;
    }
    this.#tidyDaily(state);
    return at;
  }

  clear(state: AccountState): void {
    this.#texts.forget(state.index);
    state.clearTrace();
  }

  publish(events: readonly CommittedEvent[]): void {
    if (this.#listeners.size === 0) return;
    for (const event of events) {
      for (const followed of [event.accountId, null]) {
        for (const listener of this.#listeners.get(followed) ?? []) {
          try {
            listener(event);
          } catch (cause) {
            this.#log('error', `a follower of the trace failed at event ${event.id}`, {
              cause: String(cause),
            });
          }
        }
      }
    }
  }

  async #index(accountId: string): Promise<TraceIndex | undefined> {
    const loading = this.#texts.ready();
    if (loading) await loading;
    const state = this.#states.known(accountId);
    if (!state) return undefined;
    this.#tidy(state);
    return state.index;
  }

  /** An account whose trace nobody reads must not keep the rows of months: its commits let go of them once a day. */
  #tidyDaily(state: AccountState): void {
    const day = Math.floor(this.#timeOf(state.id) / DAY_MS);
    if (day === state.tidiedOnDay || !this.#texts.isLoaded) return;
    state.tidiedOnDay = day;
    this.#tidy(state);
  }

  /** Hides the rows whose retention has ended, and drops them when they are many. */
  #tidy(state: AccountState): void {
    state.index.expire(this.#timeOf(state.id) - RETENTION_MS);
    if (state.index.sparse) state.index = state.index.compacted();
  }

  async #read(accountId: string, index: TraceIndex, ids: readonly number[]): Promise<StoredEvent[]> {
    const rows = ids.map((id) => index.row(id)).filter((row) => row !== undefined);
    const texts = await this.#texts.read(rows);
    const events: StoredEvent[] = [];
    rows.forEach(({ id, type, sessionId }, at) => {
      const json = texts[at];
      if (json !== undefined) events.push({ accountId, id, type, sessionId, json });
    });
    return events;
  }
}
