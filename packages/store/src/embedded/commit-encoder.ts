import type { Clock, Kind, Records } from '@svc-simulator/core';
import {
  type CommittedEvent,
  checkClearing,
  committedEvent,
  type DeriveRecords,
  type NumberedEvent,
  notLockedError,
  outsideScopeError,
  type RecordExists,
} from '../commit.ts';
import type { Change, DecisionView, Put, Ref, Scope } from '../store.ts';
import type { AccountState } from './account-state.ts';
import type { RecordEntry } from './entry.ts';
import type { PreparedCommit, StoreData } from './store-data.ts';
import type { Tables } from './tables.ts';

/** Up to this many refs, searching the list is faster than building a set. */
const LINEAR_SEARCH_REFS = 16;

export class ScopeView implements DecisionView {
  readonly nextEventId: number;
  readonly #scope: Scope;
  readonly #tables: Tables;
  readonly #clock: Clock;
  #scopeKeys: ReadonlySet<string> | null = null;
  #now: number | null = null;

  constructor(scope: Scope, nextEventId: number, tables: Tables, clock: Clock) {
    this.#scope = scope;
    this.nextEventId = nextEventId;
    this.#tables = tables;
    this.#clock = clock;
  }

  get now(): number {
    this.#now ??= this.#tables.timeOf(this.#scope.account, this.#clock);
    return this.#now;
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    if (!this.#isInScope(kind, id)) throw outsideScopeError(kind, id);
    return this.#tables.getValue(kind, id);
  }

  #isInScope(kind: Kind, id: string): boolean {
    const { lock = [], read = [] } = this.#scope;
    if (lock.length + read.length <= LINEAR_SEARCH_REFS)
      return includesRef(lock, kind, id) || includesRef(read, kind, id);
    this.#scopeKeys ??= new Set([...lock, ...read].map((ref) => `${ref.kind}:${ref.id}`));
    return this.#scopeKeys.has(`${kind}:${id}`);
  }
}

export function includesRef(refs: readonly Ref[], kind: Kind, id: string): boolean {
  for (const ref of refs) if (ref.id === id && ref.kind === kind) return true;
  return false;
}

export class CommitEncoder {
  readonly #data: StoreData;
  readonly #derive: DeriveRecords | undefined;
  readonly #durable: boolean;
  /** Keys of derived records in pending commits, so that a second commit doesn't create the same records. */
  readonly #reservedKeys = new Set<string>();
  readonly #exists: RecordExists = (kind, id) => this.#data.tables.get(kind, id) !== undefined;

  constructor(data: StoreData, derive: DeriveRecords | undefined, durable: boolean) {
    this.#data = data;
    this.#derive = derive;
    this.#durable = durable;
  }

  /** @throws when the change writes records that its scope doesn't allow, or values that JSON can't hold. */
  encode<T>(state: AccountState, scope: Scope, change: Change<T>): PreparedCommit {
    const { clear = [], clearTrace = false, deletes = [] } = change;
    checkClearing(change, scope);
    const puts: RecordEntry[] = [];
    const values: string[] = [];
    for (const put of change.puts ?? []) {
      const { kind, id } = put;
      const isNew = clear.includes(kind) || includesRef(deletes, kind, id);
      const existing = this.#data.tables.get(kind, id);
      if (existing && !scope.exclusive && !includesRef(scope.lock ?? [], kind, id)) throw notLockedError(put);
      this.#put(puts, values, put, isNew ? undefined : existing?.seq);
    }
    const putCount = puts.length;
    const events: CommittedEvent[] = [];
    let next = state.nextEventId;
    for (const draft of change.events ?? []) {
      const event = { accountId: state.id, id: next++, ...draft };
      events.push(committedEvent(event));
      if (this.#derive && !change.isHistory) this.#addDerived(puts, values, event, clear);
    }
    // Runs last, so that an error above uses no ids and reserves no records.
    state.nextEventId = next;
    for (const derived of puts.slice(putCount)) this.#reservedKeys.add(refKey(derived));
    return { state, clear, clearTrace, deletes, puts, values, events };
  }

  /** Forgets the derived records of a commit. Must be called when the commit is stored or refused. */
  releaseDerived({ puts }: PreparedCommit): void {
    if (this.#reservedKeys.size > 0) for (const put of puts) this.#reservedKeys.delete(refKey(put));
  }

  #put(puts: RecordEntry[], values: string[], { kind, id, value }: Put, seq: number | undefined): void {
    const text = this.#durable ? JSON.stringify(value) : null;
    if (text !== null) values.push(text);
    const length = text === null ? 0 : Buffer.byteLength(text);
    puts.push(this.#data.entryOf({ kind, id, seq: seq ?? ++this.#data.tables.lastSeq, value, length }));
  }

  #addDerived(puts: RecordEntry[], values: string[], event: NumberedEvent, clear: readonly Kind[]): void {
    const exists: RecordExists =
      clear.length === 0 ? this.#exists : (kind, id) => !clear.includes(kind) && this.#exists(kind, id);
    for (const derived of this.#derive?.(event, exists) ?? []) {
      const { kind, id } = derived;
      if (this.#reservedKeys.has(refKey(derived)) || exists(kind, id)) continue;
      if (puts.some((earlier) => earlier.kind === kind && earlier.id === id)) continue;
      this.#put(puts, values, derived, undefined);
    }
  }
}

function refKey({ kind, id }: Ref): string {
  return `${kind}:${id}`;
}
