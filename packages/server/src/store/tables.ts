import { accountTime, type Clock, clockIn, type Kind } from '@svc-simulator/core';
import { Entry } from './entry.ts';
import { OrderedList } from './ordered-list.ts';
import type { Ref } from './store.ts';

/** The lists of one kind in one account. */
interface Lists {
  readonly all: OrderedList<Entry>;
  /** A list of one is the entry itself: the deliveries of a session have a tag of their own, and are few. */
  readonly tags: Map<string, OrderedList<Entry> | Entry>;
}

interface Table {
  /** Parts of a snapshot that nobody has asked for yet. */
  readonly waiting: (() => readonly Entry[])[];
  readonly entries: Map<string, Entry>;
  readonly lists: Map<string, Lists>;
}

/** Every record of the simulator, by kind and id, and in lists by account and tag, in the order of creation. */
export class Tables {
  readonly #tables = new Map<Kind, Table>();
  /** Told when the alarm of an entry has changed, or the entry is gone (then its alarm is null). */
  onAlarm: (entry: Entry) => void = () => {};
  /** The highest `seq` that was given. */
  lastSeq = 0;

  get(kind: Kind, id: string): Entry | undefined {
    return this.#table(kind).entries.get(id);
  }

  /** All records, kind by kind; what is put while this is under way may or may not come. */
  *entries(): IterableIterator<Entry> {
    for (const kind of this.#tables.keys()) yield* this.#table(kind).entries.values();
  }

  /** The account's time by its own clock; the machine's when it has none. */
  timeOf(account: string, machine: Clock): number {
    const entry = this.#table('account').entries.get(account);
    return accountTime(entry && clockIn(entry.kind, entry.value), machine.now());
  }

  /** All records of these kinds of one account. */
  *ofAccount(account: string, kinds: readonly Kind[]): IterableIterator<Entry> {
    for (const kind of kinds) yield* this.#table(kind).lists.get(account)?.all ?? [];
  }

  /** How many sessions an account has, and the bytes of all its records. */
  usageOf(account: string): { readonly sessions: number; readonly bytes: number } {
    let bytes = 0;
    for (const { bytes: own } of this.ofAccount(account, [...this.#tables.keys()])) bytes += own;
    return { sessions: this.#table('session').lists.get(account)?.all.size ?? 0, bytes };
  }

  ofKind(kind: Kind): Iterable<Entry> {
    return this.#table(kind).entries.values();
  }

  count(kind: Kind): number {
    return this.#table(kind).entries.size;
  }

  /** Puts an entry; one that is there already under its id and place takes over what the new one says. */
  put(entry: Entry): void {
    const table = this.#table(entry.kind);
    const held = table.entries.get(entry.id);
    if (held && held.seq === entry.seq && held.account === entry.account) {
      held.replaceValue(entry);
      if (held.account !== null) retag(listsOf(table, held.account), held, entry.tags);
      held.tags = entry.tags;
      if (held.alarm !== entry.alarm) {
        held.alarm = entry.alarm;
        this.onAlarm(held);
      }
      return;
    }
    if (held) this.remove(held);
    if (entry.seq > this.lastSeq) this.lastSeq = entry.seq;
    table.entries.set(entry.id, entry);
    if (entry.account !== null) {
      const lists = listsOf(table, entry.account);
      lists.all.add(entry);
      for (const tag of entry.tags) addTagged(lists.tags, tag, entry);
    }
    if (entry.alarm !== null) this.onAlarm(entry);
  }

  /**
   * Adds entries of one kind that are all new, once somebody asks for that kind, or `settle` comes to them: a large
   * store should answer before it has taken its snapshot apart.
   */
  addLater(kind: Kind, entries: () => readonly Entry[]): void {
    this.#tableAsItIs(kind).waiting.push(entries);
  }

  /** Works off what `addLater` left, in slices; undefined when there is nothing. */
  settle(): Promise<void> | undefined {
    const tables = [...this.#tables.values()].filter(({ waiting }) => waiting.length > 0);
    return tables.length > 0 ? this.#settle(tables) : undefined;
  }

  remove({ kind, id }: Ref): void {
    const table = this.#table(kind);
    const entry = table.entries.get(id);
    if (!entry) return;
    table.entries.delete(id);
    if (entry.account !== null) {
      const lists = listsOf(table, entry.account);
      lists.all.remove(entry);
      retag(lists, entry, []);
      if (lists.all.size === 0) table.lists.delete(entry.account);
    }
    this.#silence(entry);
  }

  /** Drops every record of these kinds of one account. */
  clear(account: string, kinds: readonly Kind[]): void {
    for (const kind of kinds) {
      const table = this.#table(kind);
      const lists = table.lists.get(account);
      if (!lists) continue;
      table.lists.delete(account);
      for (const entry of lists.all) {
        table.entries.delete(entry.id);
        this.#silence(entry);
      }
    }
  }

  /** At most `limit` entries that were created before `before`, newest first. */
  newest(kind: Kind, account: string, tag: string | undefined, before: number, limit: number): Entry[] {
    const lists = this.#table(kind).lists.get(account);
    const list = tag === undefined ? lists?.all : lists?.tags.get(tag);
    if (list instanceof Entry) return list.seq < before && limit > 0 ? [list] : [];
    return list?.newest(before, limit) ?? [];
  }

  #silence(entry: Entry): void {
    if (entry.alarm === null) return;
    entry.alarm = null;
    this.onAlarm(entry);
  }

  async #settle(tables: readonly Table[]): Promise<void> {
    for (const table of tables) {
      for (let next = table.waiting.shift(); next; next = table.waiting.shift()) {
        fill(table, next());
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    }
  }

  #table(kind: Kind): Table {
    const table = this.#tableAsItIs(kind);
    if (table.waiting.length > 0) for (const entries of table.waiting.splice(0)) fill(table, entries());
    return table;
  }

  #tableAsItIs(kind: Kind): Table {
    let table = this.#tables.get(kind);
    if (!table) {
      table = { waiting: [], entries: new Map(), lists: new Map() };
      this.#tables.set(kind, table);
    }
    return table;
  }
}

/** Adds entries that are all new, in runs of the same account and the same tags. */
function fill(table: Table, entries: readonly Entry[]): void {
  let account: string | null = null;
  let lists: Lists | null = null;
  let tags: readonly string[] | null = null;
  let tagged: (OrderedList<Entry> | Entry | undefined)[] = [];
  for (const entry of entries) {
    table.entries.set(entry.id, entry);
    if (entry.account === null) continue;
    if (lists === null || entry.account !== account) {
      account = entry.account;
      lists = listsOf(table, account);
      tags = null;
    }
    lists.all.add(entry);
    if (entry.tags === tags && tagged.every((list) => list instanceof OrderedList)) {
      for (const list of tagged) (list as OrderedList<Entry>).add(entry);
      continue;
    }
    const byTag = lists.tags;
    for (const tag of entry.tags) addTagged(byTag, tag, entry);
    tags = entry.tags;
    tagged = tags.map((tag) => byTag.get(tag));
  }
}

function listsOf(table: Table, account: string): Lists {
  let lists = table.lists.get(account);
  if (!lists) {
    lists = { all: new OrderedList(), tags: new Map() };
    table.lists.set(account, lists);
  }
  return lists;
}

function addTagged(tags: Lists['tags'], tag: string, entry: Entry): void {
  const list = tags.get(tag);
  if (list === undefined) tags.set(tag, entry);
  else if (list instanceof Entry) {
    const both = new OrderedList<Entry>();
    both.add(list);
    both.add(entry);
    tags.set(tag, both);
  } else list.add(entry);
}

function removeTagged(tags: Lists['tags'], tag: string, entry: Entry): void {
  const list = tags.get(tag);
  if (list === entry) tags.delete(tag);
  if (!(list instanceof OrderedList)) return;
  list.remove(entry);
  if (list.size === 0) tags.delete(tag);
}

function retag({ tags: lists }: Lists, entry: Entry, tags: readonly string[]): void {
  if (entry.tags === tags) return;
  for (const tag of entry.tags) if (!tags.includes(tag)) removeTagged(lists, tag, entry);
  for (const tag of tags) if (!entry.tags.includes(tag)) addTagged(lists, tag, entry);
}
