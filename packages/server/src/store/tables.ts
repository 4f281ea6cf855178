import type { Kind, Records } from '@svc-simulator/core';
import type { AlarmNode } from './alarms.ts';
import { OrderedList } from './ordered-list.ts';
import type { Ref } from './store.ts';

/** One record in memory, with what is derived from it. Its value is never changed, only replaced. */
export class Entry {
  readonly kind: Kind;
  readonly id: string;
  /** Its place in the order of creation, over all kinds. */
  readonly seq: number;
  readonly account: string | null;
  alarm: number | null;
  tags: readonly string[];
  /** Where its alarm stands; kept by `Alarms`. */
  node: AlarmNode | null = null;
  /** Null until it is first asked for, when `#text` holds its JSON text from `#offset` on. */
  #value: Records[Kind] | null;
  #text: Buffer | null;
  #offset: number;
  #length: number;

  constructor(
    kind: Kind,
    id: string,
    seq: number,
    account: string | null,
    alarm: number | null,
    tags: readonly string[],
    value: Records[Kind] | null,
    text: Buffer | null = null,
    offset = 0,
    length = 0,
  ) {
    this.kind = kind;
    this.id = id;
    this.seq = seq;
    this.account = account;
    this.alarm = alarm;
    this.tags = tags;
    this.#value = value;
    this.#text = text;
    this.#offset = offset;
    this.#length = length;
  }

  get value(): Records[Kind] {
    if (this.#value === null) {
      this.#value = JSON.parse(this.json) as Records[Kind];
      this.#text = null;
    }
    return this.#value;
  }

  /** The value as JSON text. */
  get json(): string {
    return (
      this.#text?.toString('utf8', this.#offset, this.#offset + this.#length) ?? JSON.stringify(this.#value)
    );
  }

  /** Takes over the value of a later entry of the same record. */
  replaceValue(later: Entry): void {
    this.#value = later.#value;
    this.#text = later.#text;
    this.#offset = later.#offset;
    this.#length = later.#length;
  }
}

/** The lists of one kind in one account. */
interface Lists {
  readonly all: OrderedList<Entry>;
  /** A list of one is the entry itself: the deliveries of a session have a tag of their own, and are few. */
  readonly tags: Map<string, OrderedList<Entry> | Entry>;
}

interface Table {
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
    return this.#tables.get(kind)?.entries.get(id);
  }

  /** All records, kind by kind; what is put while this is under way may or may not come. */
  *entries(): IterableIterator<Entry> {
    for (const table of this.#tables.values()) yield* table.entries.values();
  }

  count(kind: Kind): number {
    return this.#tables.get(kind)?.entries.size ?? 0;
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

  remove({ kind, id }: Ref): void {
    const table = this.#tables.get(kind);
    const entry = table?.entries.get(id);
    if (!table || !entry) return;
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
      const table = this.#tables.get(kind);
      const lists = table?.lists.get(account);
      if (!table || !lists) continue;
      table.lists.delete(account);
      for (const entry of lists.all) {
        table.entries.delete(entry.id);
        this.#silence(entry);
      }
    }
  }

  /** At most `limit` entries that were created before `before`, newest first. */
  newest(kind: Kind, account: string, tag: string | undefined, before: number, limit: number): Entry[] {
    const lists = this.#tables.get(kind)?.lists.get(account);
    const list = tag === undefined ? lists?.all : lists?.tags.get(tag);
    if (list instanceof Entry) return list.seq < before && limit > 0 ? [list] : [];
    return list?.newest(before, limit) ?? [];
  }

  #silence(entry: Entry): void {
    if (entry.alarm === null) return;
    entry.alarm = null;
    this.onAlarm(entry);
  }

  #table(kind: Kind): Table {
    let table = this.#tables.get(kind);
    if (!table) {
      table = { entries: new Map(), lists: new Map() };
      this.#tables.set(kind, table);
    }
    return table;
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
