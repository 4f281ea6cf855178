import { isoOf, type Kind, type TraceDraft } from '@svc-simulator/core';
import type { CommittedEvent, Derive, IsThere, NumberedEvent } from '../commit.ts';
import type { Change, Put, Ref, Scope } from '../store.ts';
import type { AccountState } from './account-state.ts';
import type { Commit } from './commit.ts';
import type { Entry } from './entry.ts';
import type { StoreData } from './store-data.ts';
import { names } from './transaction.ts';

/** Works out commits: ids, places in the order of creation, timers, lists and texts. */
export class CommitEncoder {
  readonly #data: StoreData;
  readonly #derive: Derive | undefined;
  readonly #durable: boolean;
  /** Derived records of commits that are not stored yet: the first of them wins. */
  readonly #derived = new Set<string>();
  readonly #isThere: IsThere = (kind, id) => this.#data.tables.get(kind, id) !== undefined;

  constructor(data: StoreData, derive: Derive | undefined, durable: boolean) {
    this.#data = data;
    this.#derive = derive;
    this.#durable = durable;
  }

  /** @throws when the change writes what its scope does not allow, or holds what JSON cannot. */
  encode<T>(state: AccountState, scope: Scope, change: Change<T>): Commit {
    const { clear = [], clearTrace = false, deletes = [] } = change;
    if ((clear.length > 0 || clearTrace) && !scope.exclusive) {
      throw new Error('a change that clears an account needs an exclusive scope');
    }
    const puts: Entry[] = [];
    const values: string[] = [];
    for (const put of change.puts ?? []) {
      const { kind, id } = put;
      const fresh = clear.includes(kind) || names(deletes, kind, id);
      const held = this.#data.tables.get(kind, id);
      if (held && !scope.exclusive && !names(scope.lock ?? [], kind, id)) {
        throw new Error(`${kind} ${id} exists; a change may replace it only when its scope locks it`);
      }
      this.#put(puts, values, put, fresh ? undefined : held?.seq);
    }
    const drafts = change.events ?? [];
    const own = puts.length;
    const events: CommittedEvent[] = [];
    let next = state.nextEventId;
    for (const draft of drafts) {
      const id = next++;
      events.push(this.#event(state.id, id, draft));
      if (this.#derive && !change.isHistory)
        this.#addDerived(puts, values, { accountId: state.id, id, ...draft }, clear);
    }
    // Last, so that a throw above takes no ids, and lets the next commit derive.
    state.nextEventId = next;
    for (const derived of puts.slice(own)) this.#derived.add(keyOf(derived));
    return { state, clear, clearTrace, deletes, puts, values, events };
  }

  /** The commit is stored, or refused by the disk: its derived records no longer stand for themselves. */
  settled({ puts }: Commit): void {
    if (this.#derived.size > 0) for (const put of puts) this.#derived.delete(keyOf(put));
  }

  #put(puts: Entry[], values: string[], { kind, id, value }: Put, seq: number | undefined): void {
    const text = this.#durable ? JSON.stringify(value) : null;
    if (text !== null) values.push(text);
    const length = text === null ? 0 : Buffer.byteLength(text);
    puts.push(this.#data.entryOf({ kind, id, seq: seq ?? ++this.#data.tables.lastSeq, value, length }));
  }

  #addDerived(puts: Entry[], values: string[], event: NumberedEvent, clear: readonly Kind[]): void {
    // What the commit itself clears has to be derived anew.
    const isThere: IsThere =
      clear.length === 0 ? this.#isThere : (kind, id) => !clear.includes(kind) && this.#isThere(kind, id);
    for (const derived of this.#derive?.(event, isThere) ?? []) {
      const { kind, id } = derived;
      if (this.#derived.has(keyOf(derived)) || isThere(kind, id)) continue;
      if (puts.some((earlier) => earlier.kind === kind && earlier.id === id)) continue;
      this.#put(puts, values, derived, undefined);
    }
  }

  #event(accountId: string, id: number, { type, at, sessionId, data }: TraceDraft): CommittedEvent {
    const session = sessionId === undefined ? '' : `,"session_id":${JSON.stringify(sessionId)}`;
    const json = `{"id":${id},"at":"${isoOf(at)}","type":"${type}"${session},"data":${JSON.stringify(data)}}`;
    return {
      accountId,
      id,
      type,
      sessionId,
      json,
      data,
      atMs: at,
      length: Buffer.byteLength(json),
    };
  }
}

function keyOf({ kind, id }: Ref): string {
  return `${kind}:${id}`;
}
