import type { Clock, Kind, Records } from '@svc-simulator/core';
import type { Log } from '../runtime.ts';
import { AccountStates } from './account-state.ts';
import { Alarms } from './alarms.ts';
import { CommitEncoder, type CommittedEvent, type Derive, type StorePolicy } from './commit.ts';
import { CommitQueue } from './commit-queue.ts';
import { cursorAfter, seqOfCursor } from './list-cursor.ts';
import { Locks } from './locks.ts';
import {
  type AlarmHandler,
  type Change,
  type ListQuery,
  type Page,
  type Scope,
  type Store,
  StoreUnavailableError,
  type View,
} from './store.ts';
import { Tables } from './tables.ts';
import { EmbeddedTrace } from './trace.ts';
import { TraceMemory } from './trace-memory.ts';
import { ScopeView, Transaction } from './transaction.ts';

export interface EmbeddedStoreOptions {
  /** Where the data is kept; null: in memory only. */
  readonly directory: string | null;
  readonly clock: Clock;
  readonly policy: StorePolicy;
  readonly derive?: Derive;
  readonly log?: Log;
}

/** The store inside the simulator's own process: everything in memory, made durable by a journal in one directory. */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  return new EmbeddedStore(options);
}

export class EmbeddedStore implements Store {
  readonly trace: EmbeddedTrace;
  readonly #tables = new Tables();
  readonly #states = new AccountStates();
  readonly #locks = new Locks();
  readonly #alarms: Alarms;
  readonly #encoder: CommitEncoder;
  readonly #queue: CommitQueue<Transaction>;
  readonly #texts: TraceMemory;
  #closing: Promise<void> | null = null;

  constructor({ clock, policy, derive, log = () => {} }: EmbeddedStoreOptions) {
    this.#alarms = new Alarms(clock, log);
    this.#tables.onAlarm = (entry) => this.#alarms.changed(entry);
    this.#texts = new TraceMemory(clock);
    this.trace = new EmbeddedTrace(clock, log, this.#states, this.#texts);
    this.#encoder = new CommitEncoder(policy, derive, this.#tables, false);
    this.#queue = new CommitQueue({
      write: () => {},
      stored: (group) => this.#stored(group),
      refused: (group, error) => this.#refused(group, error),
    });
  }

  transact<T>(scope: Scope, decide: (view: View) => Change<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closing) {
        reject(new StoreUnavailableError('the simulator is closing; nothing was changed'));
        return;
      }
      this.#locks.acquire(
        new Transaction(scope, this.#states.of(scope.account), decide, resolve, reject, this.#decide),
      );
    });
  }

  get<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.#tables.get(kind, id)?.value as Records[K] | undefined;
  }

  async list<K extends Kind>(kind: K, accountId: string, query: ListQuery): Promise<Page<Records[K]>> {
    const before = query.cursor === undefined ? Number.POSITIVE_INFINITY : seqOfCursor(query.cursor);
    const found = this.#tables.newest(kind, accountId, query.tag, before, query.limit + 1);
    const more = found.length > query.limit;
    if (more) found.pop();
    const last = found.at(-1);
    return {
      items: found.map((entry) => entry.value as Records[K]),
      nextCursor: more && last ? cursorAfter(last.seq) : null,
    };
  }

  start(handler: AlarmHandler): void {
    this.#alarms.start(this.#tables.entries(), handler);
  }

  isEmpty(): boolean {
    return this.#tables.count('account') === 0;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#alarms.stop();
    await this.#queue.idle();
  }

  readonly #decide = (transaction: Transaction): void => {
    const { scope, state } = transaction;
    try {
      const change = transaction.decide(new ScopeView(scope, state.nextEventId, this.#tables));
      transaction.result = change.result;
      if (changes(change)) {
        transaction.commit = this.#encoder.encode(state, scope, change);
        this.#queue.push(transaction);
        return;
      }
    } catch (error) {
      this.#locks.release([transaction]);
      transaction.reject(error);
      return;
    }
    this.#locks.release([transaction]);
    transaction.resolve(transaction.result as never);
  };

  #stored(group: readonly Transaction[]): void {
    const events = group.flatMap(({ commit }) => commit?.events ?? []);
    const lines = Buffer.from(events.map(({ json }) => `${json}\n`).join(''));
    let position = events.length > 0 ? this.#texts.add(lines, events.length) : 0;
    for (const { commit } of group) {
      if (!commit) continue;
      if (commit.clearTrace) this.trace.clear(commit.state);
      if (commit.clear.length > 0) this.#tables.clear(commit.state.id, commit.clear);
      for (const gone of commit.deletes) this.#tables.remove(gone);
      for (const record of commit.puts) this.#tables.put(record);
      position = this.trace.add(commit.state, commit.events, position);
      this.#encoder.settled(commit);
    }
    this.trace.publish(events as CommittedEvent[]);
    for (const transaction of group) transaction.resolve(transaction.result as never);
    this.#locks.release(group);
  }

  #refused(group: readonly Transaction[], error: StoreUnavailableError): void {
    for (const { state, commit } of group) {
      state.nextEventId = state.index.next;
      if (commit) this.#encoder.settled(commit);
    }
    for (const transaction of group) transaction.reject(error);
    this.#locks.release(group);
  }
}

function changes({ puts, deletes, clear, clearTrace, events }: Change<unknown>): boolean {
  return Boolean(puts?.length || deletes?.length || clear?.length || clearTrace || events?.length);
}
