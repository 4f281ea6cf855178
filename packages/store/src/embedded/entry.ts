import type { Kind, Records } from '@svc-simulator/core';
import type { StorePolicy } from '../commit.ts';

export interface EntryParts extends Pick<RecordEntry, 'kind' | 'id' | 'seq' | 'value'> {
  readonly length?: number | undefined;
}

/**
 * A record in memory, with the account, timer and tags that the policy computes from the value. The value is
 * never changed in place, only replaced.
 */
export class RecordEntry {
  readonly kind: Kind;
  readonly id: string;
  readonly seq: number;
  readonly account: string | null;
  value: Records[Kind];
  timer: number | null;
  tags: readonly string[];
  node: TimerNode | null = null;
  /** Ids of a session's first and last event, between which its trace is read; null for other kinds. */
  events: [first: number, last: number] | null = null;
  /**
   * Long parts of the range `events` without an event of the session. Reads of the session's trace skip them.
   * Null if there are none.
   */
  gaps: (readonly [previous: number, next: number])[] | null = null;
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

/** A record's timer in a queue. A changed timer gets a new node, and the queues drop the old one (`isCurrent`). */
export interface TimerNode {
  /** Time by which queues sort, on the machine's clock unless `asleep`. Equal times are sorted by `seq`. */
  atMs: number;
  /** `Clock.now` minus `Clock.elapsed` for this `atMs`. If the difference is less now, the clock was set back. */
  leadMs: number;
  /** Total by which `atMs` was reduced, because the machine's clock was set back (`SOON_MS`). */
  setBackMs: number;
  readonly seq: number;
  /** The record's `timer`; on the account's clock if the account has its own. */
  readonly dueMs: number;
  readonly entry: RecordEntry;
  /**
   * - `queued`: in the queue that all accounts share
   * - `asleep`: not due on the account's own clock; `atMs` is then on that clock
   * - `handed`: passed to the handler
   */
  state: 'queued' | 'asleep' | 'handed';
}

/** Returns false if the timer has changed or its record was deleted. */
export function isCurrent(node: TimerNode): boolean {
  return node.entry.node === node;
}
