import type { Kind, Records } from '@svc-simulator/core';
import type { AlarmNode } from './alarms.ts';
import { OrderedList } from './ordered-list.ts';
import type { Ref } from './store.ts';

/** A record as it is stored: its value, or the JSON text of it that nobody has asked for yet, and what is derived from it. */
export interface StoredRecord {
  readonly kind: Kind;
  readonly id: string;
  /** Its place in the order of creation, over all kinds. */
  readonly seq: number;
  readonly account: string | null;
  readonly alarm: number | null;
  readonly tags: readonly string[];
  readonly value: Records[Kind] | RecordText;
}

/** JSON text in a file that was read as a whole; parsed when it is first asked for, so that a large store starts fast. */
export class RecordText {
  readonly source: Buffer;
  readonly offset: number;
  readonly length: number;

  constructor(source: Buffer, offset: number, length: number) {
    this.source = source;
    this.offset = offset;
    this.length = length;
  }

  text(): string {
    return this.source.toString('utf8', this.offset, this.offset + this.length);
  }
}

/** One record in memory. Its value is never changed, only replaced. */
export class Entry {
  readonly kind: Kind;
  readonly id: string;
  readonly seq: number;
  readonly account: string | null;
  alarm: number | null;
  tags: readonly string[];
  stored: Records[Kind] | RecordText;
  /** Where its alarm stands; kept by `Alarms`. */
  node: AlarmNode | null = null;

  constructor(record: StoredRecord) {
    this.kind = record.kind;
    this.id = record.id;
    this.seq = record.seq;
    this.account = record.account;
    this.alarm = record.alarm;
    this.tags = record.tags;
    this.stored = record.value;
  }

  get value(): Records[Kind] {
    if (this.stored instanceof RecordText) this.stored = JSON.parse(this.stored.text()) as Records[Kind];
    return this.stored;
  }
}

/** The lists of one kind in one account. */
interface Lists {
  readonly all: OrderedList<Entry>;
  readonly tags: Map<string, OrderedList<Entry>>;
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

  put(record: StoredRecord): void {
    const table = this.#table(record.kind);
    const held = table.entries.get(record.id);
    if (held && held.seq === record.seq && held.account === record.account) {
      held.stored = record.value;
      if (held.account !== null) retag(lists(table, held.account), held, record.tags);
      held.tags = record.tags;
      if (held.alarm !== record.alarm) {
        held.alarm = record.alarm;
        this.onAlarm(held);
      }
      return;
    }
    if (held) this.remove(held);
    const entry = new Entry(record);
    if (entry.seq > this.lastSeq) this.lastSeq = entry.seq;
    table.entries.set(entry.id, entry);
    if (entry.account !== null) {
      const { all, tags } = lists(table, entry.account);
      all.add(entry);
      for (const tag of entry.tags) tagged(tags, tag).add(entry);
    }
    if (entry.alarm !== null) this.onAlarm(entry);
  }

  remove({ kind, id }: Ref): void {
    const table = this.#tables.get(kind);
    const entry = table?.entries.get(id);
    if (!table || !entry) return;
    table.entries.delete(id);
    if (entry.account !== null) {
      const of = lists(table, entry.account);
      of.all.remove(entry);
      retag(of, entry, []);
      if (of.all.size === 0) table.lists.delete(entry.account);
    }
    this.#silence(entry);
  }

  /** Drops every record of these kinds of one account. */
  clear(account: string, kinds: readonly Kind[]): void {
    for (const kind of kinds) {
      const table = this.#tables.get(kind);
      const of = table?.lists.get(account);
      if (!table || !of) continue;
      table.lists.delete(account);
      for (const entry of of.all) {
        table.entries.delete(entry.id);
        this.#silence(entry);
      }
    }
  }

  /** At most `limit` entries that were created before `before`, newest first. */
  newest(kind: Kind, account: string, tag: string | undefined, before: number, limit: number): Entry[] {
    const of = this.#tables.get(kind)?.lists.get(account);
    const list = tag === undefined ? of?.all : of?.tags.get(tag);
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

function lists(table: Table, account: string): Lists {
  let of = table.lists.get(account);
  if (!of) {
    of = { all: new OrderedList(), tags: new Map() };
    table.lists.set(account, of);
  }
  return of;
}

function tagged(tags: Lists['tags'], tag: string): OrderedList<Entry> {
  let list = tags.get(tag);
  if (!list) {
    list = new OrderedList();
    tags.set(tag, list);
  }
  return list;
}

function retag(of: Lists, entry: Entry, tags: readonly string[]): void {
  for (const tag of entry.tags) {
    if (tags.includes(tag)) continue;
    const list = of.tags.get(tag);
    list?.remove(entry);
    if (list?.size === 0) of.tags.delete(tag);
  }
  for (const tag of tags) if (!entry.tags.includes(tag)) tagged(of.tags, tag).add(entry);
}
