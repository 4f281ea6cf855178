import type { Kind, Records } from '@svc-simulator/core';
import type { StorePolicy } from '../commit.ts';

export interface EntryParts extends Pick<RecordEntry, 'kind' | 'id' | 'seq' | 'value'> {
  readonly length?: number | undefined;
}

/** A record in memory with its derived fields. Its value is never changed, only replaced. */
export class RecordEntry {
  readonly kind: Kind;
  readonly id: string;
  readonly seq: number;
  readonly account: string | null;
  value: Records[Kind];
  timer: number | null;
  tags: readonly string[];
  node: TimerNode | null = null;
  /**
   * For a session: the first and last id of its events, so that its trace is read without scanning all
   * events.
   */
  events: [first: number, last: number] | null = null;
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

  get bytes(): number {
    this.#length ||= Buffer.byteLength(JSON.stringify(this.value));
    return this.#length;
  }

  replaceValue(later: RecordEntry): void {
    this.value = later.value;
    this.#length = later.#length;
  }
}

/** A timer of a record. It is outdated once the record has another node or none. */
export interface TimerNode {
  /** Due time on the machine's clock; ties are ordered by `seq`. */
  atMs: number;
  /** Lead of the machine's clock over `Clock.elapsed` when `atMs` was computed. */
  leadMs: number;
  /** Total by which the clock was set back while less than `SOON_MS` remained of this timer's wait. */
  setBackMs: number;
  readonly seq: number;
  /** The record's due time, on its account's clock if it follows one. */
  readonly dueMs: number;
  readonly entry: RecordEntry;
  /** `asleep`: not due on the account's own clock; then `atMs` is `dueMs`. */
  state: 'queued' | 'asleep' | 'handed';
}

/** Returns false for a timer that was moved or whose record is gone. */
export function isCurrent(node: TimerNode): boolean {
  return node.entry.node === node;
}
