import type { Kind, Records } from '@svc-simulator/core';
import type { StorePolicy } from '../commit.ts';

/** A record, of which the rest of its entry follows by the store's policy. */
export interface EntryParts extends Pick<Entry, 'kind' | 'id' | 'seq' | 'value'> {
  /** Bytes of the value as JSON, if they are known. */
  readonly length?: number | undefined;
}

/** One record in memory, with what is derived from it. Its value is never changed, only replaced. */
export class Entry {
  readonly kind: Kind;
  readonly id: string;
  /** Its place in the order of creation, over all kinds. */
  readonly seq: number;
  readonly account: string | null;
  value: Records[Kind];
  timer: number | null;
  tags: readonly string[];
  /** Where its timer stands; kept by `Timers`. */
  node: TimerNode | null = null;
  /** Of a session: the ids between which all its events are, so that its trace is found without reading all of it. */
  events: [first: number, last: number] | null = null;
  /** 0 until it is first asked for. */
  #length: number;

  constructor({ kind, id, seq, value, length = 0 }: EntryParts, { accountOf, timerOf, tagsOf }: StorePolicy) {
    this.kind = kind;
    this.id = id;
    this.seq = seq;
    this.account = accountOf(kind, value);
    this.value = value;
    this.timer = timerOf(kind, value);
    this.tags = tagsOf(kind, value);
    this.#length = length;
  }

  /** Bytes of the value as JSON. */
  get bytes(): number {
    this.#length ||= Buffer.byteLength(JSON.stringify(this.value));
    return this.#length;
  }

  /** Takes over the value of a later entry of the same record. */
  replaceValue(later: Entry): void {
    this.value = later.value;
    this.#length = later.#length;
  }
}

/** One timer of one record. Outdated once the record has another node, or none. */
export interface TimerNode {
  /** When the machine's clock makes it due; of several at once, the lower `seq` is first. */
  atMs: number;
  /** What the machine's clock was ahead of `Clock.elapsed` when `atMs` was worked out. */
  leadMs: number;
  /** How far the clock was set back while it was near. */
  setBackMs: number;
  readonly seq: number;
  /** The record's own due time, by its account's clock where it goes by that. */
  readonly dueMs: number;
  readonly entry: Entry;
  /** `asleep`: not due by the account's own clock; then `atMs` is `dueMs`. */
  state: 'queued' | 'asleep' | 'handed';
}
