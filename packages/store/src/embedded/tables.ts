import { accountTime, type Clock, clockIn, type Kind, type Records } from '@svc-simulator/core';
import type { Ref } from '../store.ts';
import type { Entry } from './entry.ts';
import { insert, placeOf, withdraw } from './sorted.ts';

/** The lists of one kind in one account, in the order of creation. */
interface Lists {
  readonly all: Entry[];
  readonly tags: Map<string, Entry[]>;
}

interface Table {
  waiting: Iterator<readonly Entry[]> | null;
  readonly entries: Map<string, Entry>;
  readonly lists: Map<string, Lists>;
}

/** Every record of the simulator, by kind and id, and in lists by account and tag. */
export class Tables {
  readonly #tables = new Map<Kind, Table>();
  /** Called when the timer of an entry changes, or the entry is removed (its timer is null then). */
  onTimer: (entry: Entry) => void = () => {};
  lastSeq = 0;

  get(kind: Kind, id: string): Entry | undefined {
    return this.#table(kind).entries.get(id);
  }

  /** Returns the value of a record; every entry in a kind's table is of that kind. */
  valueOf<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.get(kind, id)?.value as Records[K] | undefined;
  }

  kinds(): readonly Kind[] {
    return [...this.#tables.keys()];
  }

  /** Yields all records by kind; records put during the iteration may be missing. */
  *entries(): IterableIterator<Entry> {
    for (const kind of this.#tables.keys()) yield* this.ofKind(kind);
  }

  ofKind(kind: Kind): Iterable<Entry> {
    return this.#table(kind).entries.values();
  }

  *ofAccount(account: string, kinds: readonly Kind[]): IterableIterator<Entry> {
    for (const kind of kinds) yield* this.#table(kind).lists.get(account)?.all ?? [];
  }

  /** Returns the account's time on its own clock, or the machine's time. */
  timeOf(account: string, machine: Clock): number {
    const entry = this.get('account', account);
    return accountTime(entry && clockIn(entry.kind, entry.value), machine.now());
  }

  countOf(account: string, kind: Kind, tag?: string): number {
    const lists = this.#table(kind).lists.get(account);
    return (tag === undefined ? lists?.all : lists?.tags.get(tag))?.length ?? 0;
  }

  count(kind: Kind): number {
    return this.#table(kind).entries.size;
  }

  newest(
    kind: Kind,
    account: string,
    { tag, before, limit }: { tag: string | undefined; before: number; limit: number },
  ): Entry[] {
    const lists = this.#table(kind).lists.get(account);
    const list = (tag === undefined ? lists?.all : lists?.tags.get(tag)) ?? [];
    const end = placeOf(list, before);
    return list.slice(Math.max(0, end - limit), end).reverse();
  }

  /** Puts an entry; an existing one with its id and place takes over its content. */
  put(entry: Entry): void {
    this.lastSeq = Math.max(this.lastSeq, entry.seq);
    const table = this.#table(entry.kind);
    const held = table.entries.get(entry.id);
    if (held && held.seq === entry.seq && held.account === entry.account) {
      held.replaceValue(entry);
      if (held.account !== null) retag(listsOf(table, held.account), held, entry.tags);
      held.tags = entry.tags;
      if (held.timer !== entry.timer) {
        held.timer = entry.timer;
        this.onTimer(held);
      }
      return;
    }
    if (held) this.remove(held);
    add(table, entry);
    if (entry.timer !== null) this.onTimer(entry);
  }

  remove({ kind, id }: Ref): void {
    const table = this.#table(kind);
    const entry = table.entries.get(id);
    if (!entry) return;
    drop(table, entry);
    this.#silence(entry);
  }

  clear(account: string, kinds: readonly Kind[]): void {
    for (const kind of kinds) {
      const table = this.#table(kind);
      const { all } = table.lists.get(account) ?? { all: [] };
      table.lists.delete(account);
      for (const entry of all) {
        table.entries.delete(entry.id);
        this.#silence(entry);
      }
    }
  }

  /**
   * Adds new entries of a kind lazily, at the first request or in `settle`: a large store responds before it
   * is loaded.
   */
  addLater(kind: Kind, slices: Iterator<readonly Entry[]>): void {
    this.#tables.set(kind, { waiting: slices, entries: new Map(), lists: new Map() });
  }

  /** Loads everything that `addLater` left, a slice each turn; undefined when nothing is left. */
  settle(): Promise<void> | undefined {
    const waiting = [...this.#tables.values()].filter((table) => table.waiting);
    return waiting.length > 0 ? settle(waiting) : undefined;
  }

  #silence(entry: Entry): void {
    if (entry.timer === null) return;
    entry.timer = null;
    this.onTimer(entry);
  }

  #table(kind: Kind): Table {
    let table = this.#tables.get(kind);
    if (!table) {
      table = { waiting: null, entries: new Map(), lists: new Map() };
      this.#tables.set(kind, table);
    }
    while (table.waiting) fill(table);
    return table;
  }
}

async function settle(tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    while (table.waiting) {
      fill(table);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
}

function fill(table: Table): void {
  const { done, value } = table.waiting?.next() ?? { done: true };
  if (done) table.waiting = null;
  else for (const entry of value) add(table, entry);
}

function add(table: Table, entry: Entry): void {
  // A record that was deleted and put again while `db.json` was written is in it twice; the later one counts.
  const held = table.entries.get(entry.id);
  if (held) drop(table, held);
  table.entries.set(entry.id, entry);
  if (entry.account === null) return;
  const lists = listsOf(table, entry.account);
  insert(lists.all, entry);
  for (const tag of entry.tags) addTagged(lists.tags, tag, entry);
}

function drop(table: Table, entry: Entry): void {
  table.entries.delete(entry.id);
  if (entry.account === null) return;
  const lists = listsOf(table, entry.account);
  withdraw(lists.all, entry);
  retag(lists, entry, []);
  if (lists.all.length === 0) table.lists.delete(entry.account);
}

function listsOf(table: Table, account: string): Lists {
  let lists = table.lists.get(account);
  if (!lists) {
    lists = { all: [], tags: new Map() };
    table.lists.set(account, lists);
  }
  return lists;
}

function retag({ tags: lists }: Lists, entry: Entry, tags: readonly string[]): void {
  if (entry.tags === tags) return;
  for (const tag of entry.tags) if (!tags.includes(tag)) removeTagged(lists, tag, entry);
  for (const tag of tags) if (!entry.tags.includes(tag)) addTagged(lists, tag, entry);
}

function addTagged(tags: Lists['tags'], tag: string, entry: Entry): void {
  const list = tags.get(tag);
  if (list) insert(list, entry);
  // An exact-size array: sessions have a tag for their deliveries, which are few.
  else tags.set(tag, [entry]);
}

function removeTagged(tags: Lists['tags'], tag: string, entry: Entry): void {
  const list = tags.get(tag);
  if (!list) return;
  withdraw(list, entry);
  if (list.length === 0) tags.delete(tag);
}
