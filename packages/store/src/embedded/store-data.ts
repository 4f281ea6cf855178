import type { StorePolicy } from '../commit.ts';
import { AccountStates } from './account-state.ts';
import { Entry, type EntryParts } from './entry.ts';
import { Tables } from './tables.ts';
import { EmbeddedTrace, type TraceSettings } from './trace/trace.ts';
import type { Commit } from './transaction.ts';

/** Everything that the store holds in memory: what lowdb knows as the data of the database. */
export class StoreData {
  readonly tables = new Tables();
  readonly accounts = new AccountStates();
  readonly trace: EmbeddedTrace;
  readonly #policy: StorePolicy;

  constructor(policy: StorePolicy, settings: TraceSettings) {
    this.#policy = policy;
    this.trace = new EmbeddedTrace(settings, this.tables, this.accounts);
  }

  /** A record with what follows from it. */
  entryOf(record: EntryParts): Entry {
    return new Entry(record, this.#policy);
  }

  /** Takes over a commit that is stored. */
  apply({ state, clear, clearTrace, deletes, puts, events }: Commit, atMs: number): void {
    const { tables, trace } = this;
    if (clear.length > 0) tables.clear(state.id, clear);
    if (clearTrace) trace.clear(state);
    for (const gone of deletes) tables.remove(gone);
    for (const entry of puts) {
      // Its own events come with it or later.
      if (entry.kind === 'session' && entry.account === state.id) entry.events = [state.next, state.next - 1];
      tables.put(entry);
    }
    trace.add(state, events, atMs);
    if (clear.includes('account')) state.isGone = true;
  }
}
