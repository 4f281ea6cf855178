import type { Kind } from '@svc-simulator/core';
import type { CommittedEvent, StorePolicy } from '../commit.ts';
import type { Ref } from '../store.ts';
import { type AccountState, AccountStates } from './account-state.ts';
import { type EntryParts, RecordEntry } from './entry.ts';
import { Tables } from './tables.ts';
import { EmbeddedTrace, type TraceSettings } from './trace/trace.ts';

export interface PreparedCommit {
  readonly state: AccountState;
  readonly clear: readonly Kind[];
  readonly clearTrace: boolean;
  readonly deletes: readonly Ref[];
  readonly puts: readonly RecordEntry[];
  /** JSON texts of the puts' values, in the same order; empty in memory-only mode. */
  readonly values: readonly string[];
  readonly events: readonly CommittedEvent[];
}

export class StoreData {
  readonly tables = new Tables();
  readonly accounts = new AccountStates();
  readonly trace: EmbeddedTrace;
  readonly #policy: StorePolicy;

  constructor(policy: StorePolicy, settings: Omit<TraceSettings, 'retentionMs'>) {
    this.#policy = policy;
    this.trace = new EmbeddedTrace(
      { ...settings, retentionMs: policy.retentionMs },
      this.tables,
      this.accounts,
    );
  }

  entryOf(record: EntryParts): RecordEntry {
    return new RecordEntry(record, this.#policy);
  }

  apply({ state, clear, clearTrace, deletes, puts, events }: PreparedCommit, atMs: number): void {
    const { tables, trace } = this;
    if (clear.length > 0) tables.clear(state.id, clear);
    if (clearTrace) trace.clear(state);
    for (const ref of deletes) tables.remove(ref);
    for (const entry of puts) {
      // A new session begins with an empty range of event ids. For an existing session, `put` keeps its range.
      if (entry.kind === 'session' && entry.account === state.id) entry.events = [state.next, state.next - 1];
      tables.put(entry);
    }
    trace.add(state, events, atMs);
    if (clear.includes('account')) state.isDeleted = true;
  }
}
