import type { Kind, Records } from '@svc-simulator/core';
import type { StorePolicy } from '../commit.ts';

export interface EntryParts extends Pick<RecordEntry, 'kind' | 'id' | 'seq' | 'value'> {
  readonly length?: number | undefined;
}

/**
 * A record in memory, with fields that the policy computes from its value. The value is replaced, never
 * changed.
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
  /** Ids of a session's first and last event, so that its trace is read without scanning all events. */
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

/** A timer of a record, outdated if the record has another node or none. */
export interface TimerNode {
  /** Due time on the machine's clock; ties are ordered by `seq`. */
  atMs: number;
  /** `Clock.now` minus `Clock.elapsed` when `atMs` was computed. */
  leadMs: number;
  /** Total time by which the clock was set back while the timer was due within `SOON_MS`. */
  setBackMs: number;
  readonly seq: number;
  /** The record's due time, on its account's clock if it follows one. */
  readonly dueMs: number;
  readonly entry: RecordEntry;
  /** `asleep`: not due on the account's own clock, and `atMs` is `dueMs`. `handed`: the handler has it. */
  state: 'queued' | 'asleep' | 'handed';
}

/** Returns false if the timer has moved or its record was deleted. */
export function isCurrent(node: TimerNode): boolean {
  return node.entry.node === node;
}
