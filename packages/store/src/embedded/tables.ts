import { accountTime, type Clock, clockIn, getOrCreate, type Kind, type Records } from '@svc-simulator/core';
import type { Ref } from '../store.ts';
import type { RecordEntry } from './entry.ts';
import { insertSorted, lowerBoundOfSeq, removeSorted } from './sorted.ts';

interface AccountLists {
  readonly all: RecordEntry[];
  readonly listsByTag: Map<string, RecordEntry[]>;
}

interface Table {
  pendingSlices: Iterator<readonly RecordEntry[]> | null;
  readonly entries: Map<string, RecordEntry>;
  readonly listsByAccount: Map<string, AccountLists>;
}

/** Every record of the simulator, by kind and id, and in lists by account and tag. */
export class Tables {
  readonly #tables = new Map<Kind, Table>();
  /** Called when an entry's timer changes; the timer of a removed entry is null. */
  onTimer: (entry: RecordEntry) => void = () => {};
  lastSeq = 0;

  get(kind: Kind, id: string): RecordEntry | undefined {
    return this.#table(kind).entries.get(id);
  }

  getValue<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.get(kind, id)?.value as Records[K] | undefined;
  }

  kinds(): readonly Kind[] {
    return [...this.#tables.keys()];
  }

  /** Yields all records, kind by kind. Can miss records that are put during the iteration. */
  *entries(): IterableIterator<RecordEntry> {
    for (const kind of this.#tables.keys()) yield* this.ofKind(kind);
  }

  ofKind(kind: Kind): Iterable<RecordEntry> {
    return this.#table(kind).entries.values();
  }

  *ofAccount(account: string, kinds: readonly Kind[]): IterableIterator<RecordEntry> {
    for (const kind of kinds) yield* this.#table(kind).listsByAccount.get(account)?.all ?? [];
  }

  /** Returns the time of the account's own clock; the machine's time if it has none. */
  timeOf(account: string, machine: Clock): number {
    const entry = this.get('account', account);
    return accountTime(entry && clockIn(entry.kind, entry.value), machine.now());
  }

  countOf(account: string, kind: Kind, tag?: string): number {
    const lists = this.#table(kind).listsByAccount.get(account);
    return (tag === undefined ? lists?.all : lists?.listsByTag.get(tag))?.length ?? 0;
  }

  count(kind: Kind): number {
    return this.#table(kind).entries.size;
  }

  listNewest(
    kind: Kind,
    account: string,
    { tag, before, limit }: { tag: string | undefined; before: number; limit: number },
  ): RecordEntry[] {
    const lists = this.#table(kind).listsByAccount.get(account);
    const list = (tag === undefined ? lists?.all : lists?.listsByTag.get(tag)) ?? [];
    const end = lowerBoundOfSeq(list, before);
    return list.slice(Math.max(0, end - limit), end).reverse();
  }

  put(entry: RecordEntry): void {
    this.lastSeq = Math.max(this.lastSeq, entry.seq);
    const table = this.#table(entry.kind);
    const existing = table.entries.get(entry.id);
    if (existing && existing.seq === entry.seq && existing.account === entry.account) {
      existing.replaceValue(entry);
      if (existing.account !== null) retag(ensureLists(table, existing.account), existing, entry.tags);
      existing.tags = entry.tags;
      if (existing.timer !== entry.timer) {
        existing.timer = entry.timer;
        this.onTimer(existing);
      }
      return;
    }
    if (existing) this.remove(existing);
    addEntry(table, entry);
    if (entry.timer !== null) this.onTimer(entry);
  }

  remove({ kind, id }: Ref): void {
    const table = this.#table(kind);
    const entry = table.entries.get(id);
    if (!entry) return;
    dropEntry(table, entry);
    this.#clearTimer(entry);
  }

  clear(account: string, kinds: readonly Kind[]): void {
    for (const kind of kinds) {
      const table = this.#table(kind);
      const { all } = table.listsByAccount.get(account) ?? { all: [] };
      table.listsByAccount.delete(account);
      for (const entry of all) {
        table.entries.delete(entry.id);
        this.#clearTimer(entry);
      }
    }
  }

  /**
   * Registers the entries of a kind from `db.json`. They are parsed when the kind is first used, or by
   * `loadAll`, so that a simulator with much data starts early.
   */
  addLazily(kind: Kind, slices: Iterator<readonly RecordEntry[]>): void {
    this.#tables.set(kind, newTable(slices));
  }

  /**
   * Loads the entries from `addLazily` that aren't loaded yet, one slice per turn of the event loop. Returns
   * undefined if all are loaded.
   */
  loadAll(): Promise<void> | undefined {
    const pendingTables = [...this.#tables.values()].filter((table) => table.pendingSlices);
    return pendingTables.length > 0 ? loadPending(pendingTables) : undefined;
  }

  #clearTimer(entry: RecordEntry): void {
    if (entry.timer === null) return;
    entry.timer = null;
    this.onTimer(entry);
  }

  #table(kind: Kind): Table {
    const table = getOrCreate(this.#tables, kind, () => newTable(null));
    while (table.pendingSlices) loadSlice(table);
    return table;
  }
}

function newTable(pendingSlices: Table['pendingSlices']): Table {
  return { pendingSlices, entries: new Map(), listsByAccount: new Map() };
}

async function loadPending(tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    while (table.pendingSlices) {
      loadSlice(table);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
}

function loadSlice(table: Table): void {
  const { done, value } = table.pendingSlices?.next() ?? { done: true };
  if (done) table.pendingSlices = null;
  else for (const entry of value) addEntry(table, entry);
}

function addEntry(table: Table, entry: RecordEntry): void {
  // `db.json` contains a record twice if it was deleted and put again during the write. Only the later copy is
  // valid.
  const existing = table.entries.get(entry.id);
  if (existing) dropEntry(table, existing);
  table.entries.set(entry.id, entry);
  if (entry.account === null) return;
  const lists = ensureLists(table, entry.account);
  insertSorted(lists.all, entry);
  for (const tag of entry.tags) addTagged(lists.listsByTag, tag, entry);
}

function dropEntry(table: Table, entry: RecordEntry): void {
  table.entries.delete(entry.id);
  if (entry.account === null) return;
  const lists = ensureLists(table, entry.account);
  removeSorted(lists.all, entry);
  retag(lists, entry, []);
  if (lists.all.length === 0) table.listsByAccount.delete(entry.account);
}

function ensureLists(table: Table, account: string): AccountLists {
  return getOrCreate(table.listsByAccount, account, () => ({ all: [], listsByTag: new Map() }));
}

function retag({ listsByTag }: AccountLists, entry: RecordEntry, tags: readonly string[]): void {
  if (entry.tags === tags) return;
  for (const tag of entry.tags) if (!tags.includes(tag)) removeTagged(listsByTag, tag, entry);
  for (const tag of tags) if (!entry.tags.includes(tag)) addTagged(listsByTag, tag, entry);
}

function addTagged(listsByTag: AccountLists['listsByTag'], tag: string, entry: RecordEntry): void {
  const list = listsByTag.get(tag);
  if (list) insertSorted(list, entry);
  // A literal array uses less memory than a pushed one, and most tags have few records.
  else listsByTag.set(tag, [entry]);
}

function removeTagged(listsByTag: AccountLists['listsByTag'], tag: string, entry: RecordEntry): void {
  const list = listsByTag.get(tag);
  if (!list) return;
  removeSorted(list, entry);
  if (list.length === 0) listsByTag.delete(tag);
}
