import type { CommittedEvent } from '../commit.ts';
import { AccountQueue } from '../locks.ts';

export type CompactEvent = Omit<CommittedEvent, 'data'>;

/** Position of an event's line: the file's day since the epoch, and the byte offset in that file. */
export type EventMark = readonly [id: number, day: number, offset: number];

/** An event that begins this far after the account's last mark gets a new mark, so that reads scan little. */
export const MARK_BYTES = 32 * 1024;

export interface SavedState {
  readonly account: string;
  readonly next: number;
  readonly from: number;
  readonly marks: readonly EventMark[];
  readonly bytes: readonly (readonly [day: number, bytes: number])[];
  readonly gone?: boolean;
}

export class AccountState extends AccountQueue {
  readonly id: string;
  readonly quotedId: string;
  readonly linePrefix: string;
  readonly linePrefixBytes: Buffer;
  /** Id for the next decision's first event. It is ahead of `next` while commits are being written. */
  nextEventId: number;
  /** Id of the first event that isn't stored yet. */
  next: number;
  visibleFrom: number;
  isDeleted: boolean;
  /** The latest stored events, with consecutive ids. */
  recent: CompactEvent[] = [];
  /** Number of events at the end of `recent` that are in no file yet. */
  unwrittenCount = 0;
  lastTidiedDay = 0;
  marks: EventMark[];
  readonly #bytes: Map<number, number>;

  constructor({ account, next, from, marks, bytes, gone = false }: SavedState) {
    super();
    this.id = account;
    this.quotedId = JSON.stringify(account);
    this.linePrefix = `{"account":${this.quotedId},"event":`;
    this.linePrefixBytes = Buffer.from(this.linePrefix);
    this.nextEventId = next;
    this.next = next;
    this.visibleFrom = from;
    this.isDeleted = gone;
    this.marks = [...marks];
    this.#bytes = new Map(bytes);
  }

  get bytes(): number {
    let sum = 0;
    for (const bytes of this.#bytes.values()) sum += bytes;
    return sum;
  }

  /**
   * True if the state needs no storage: the account never had an event, or was deleted and its events have
   * expired.
   */
  get isRemovable(): boolean {
    return this.next === 1 || (this.isDeleted && this.#bytes.size === 0);
  }

  /**
   * Adds an event that was committed on `day`. `offset` is the position of its line in that day's file; null
   * if the trace is in memory only.
   */
  add(event: CompactEvent, day: number, offset: number | null): void {
    if (event.id !== this.next)
      throw new Error(`trace event ${event.id} came where ${this.next} was expected`);
    this.next++;
    this.recent.push(event);
    this.#bytes.set(day, (this.#bytes.get(day) ?? 0) + event.length);
    if (offset === null) return;
    this.unwrittenCount++;
    const last = this.marks.at(-1);
    if (last?.[1] !== day || offset - last[2] >= MARK_BYTES) this.marks.push([event.id, day, offset]);
  }

  clearTrace(): void {
    this.visibleFrom = this.next;
    this.recent = [];
    this.marks = [];
    this.#bytes.clear();
  }

  forgetBefore(day: number): void {
    this.marks = this.marks.filter(([, markDay]) => markDay >= day);
    for (const storedDay of this.#bytes.keys()) if (storedDay < day) this.#bytes.delete(storedDay);
  }

  toSavedState(): SavedState {
    const { id, next, visibleFrom, marks, isDeleted } = this;
    const state = { account: id, next, from: visibleFrom, marks: [...marks], bytes: [...this.#bytes] };
    return isDeleted ? { ...state, gone: true } : state;
  }
}

export class AccountStates {
  readonly #states = new Map<string, AccountState>();

  findOrCreate(id: string): AccountState {
    return this.#states.get(id) ?? this.restore({ account: id, next: 1, from: 1, marks: [], bytes: [] });
  }

  restore(savedState: SavedState): AccountState {
    const state = new AccountState(savedState);
    this.#states.set(state.id, state);
    return state;
  }

  find(id: string): AccountState | undefined {
    return this.#states.get(id);
  }

  all(): readonly AccountState[] {
    return [...this.#states.values()].filter((state) => !state.isRemovable);
  }

  drop({ id }: AccountState): void {
    this.#states.delete(id);
  }
}
