import type { CommittedEvent } from '../commit.ts';
import { AccountLine } from '../locks.ts';

export type HeldEvent = Omit<CommittedEvent, 'data'>;

/** An event of an account and the place of its line: the file's day since the epoch and the byte in it. */
export type EventMark = readonly [id: number, day: number, offset: number];

export const MARK_BYTES = 32 * 1024;

export interface SavedState {
  readonly account: string;
  readonly next: number;
  readonly from: number;
  readonly marks: readonly EventMark[];
  readonly bytes: readonly (readonly [day: number, bytes: number])[];
  readonly gone?: boolean;
}

export class AccountState extends AccountLine {
  readonly id: string;
  readonly quotedId: string;
  readonly opening: string;
  readonly openingBytes: Buffer;
  /** The id of the next decided event; ahead of `next` by the events that are not stored yet. */
  nextEventId: number;
  /** The id of the next stored event. */
  next: number;
  visibleFrom: number;
  isGone: boolean;
  /** The latest events, without a gap up to `next`. */
  recent: HeldEvent[] = [];
  /** Number of events at the end of `recent` that are in no file yet. */
  unwritten = 0;
  tidiedOnDay = 0;
  marks: EventMark[];
  readonly #bytes: Map<number, number>;

  constructor({ account, next, from, marks, bytes, gone = false }: SavedState) {
    super();
    this.id = account;
    this.quotedId = JSON.stringify(account);
    this.opening = `{"account":${this.quotedId},"event":`;
    this.openingBytes = Buffer.from(this.opening);
    this.nextEventId = next;
    this.next = next;
    this.visibleFrom = from;
    this.isGone = gone;
    this.marks = [...marks];
    this.#bytes = new Map(bytes);
  }

  get bytes(): number {
    let sum = 0;
    for (const bytes of this.#bytes.values()) sum += bytes;
    return sum;
  }

  /**
   * True when nothing has to be stored: it never had an event, or it was deleted and its last event is out of
   * retention.
   */
  get isSpent(): boolean {
    return this.next === 1 || (this.isGone && this.#bytes.size === 0);
  }

  /** Adds an event of a day's commit; `offset` is its line's place in the day's file, null without files. */
  add(event: HeldEvent, day: number, offset: number | null): void {
    if (event.id !== this.next)
      throw new Error(`trace event ${event.id} came where ${this.next} was expected`);
    this.next++;
    this.recent.push(event);
    this.#bytes.set(day, (this.#bytes.get(day) ?? 0) + event.length);
    if (offset === null) return;
    this.unwritten++;
    const last = this.marks.at(-1);
    if (last?.[1] !== day || offset - last[2] >= MARK_BYTES) this.marks.push([event.id, day, offset]);
  }

  /** Hides every stored event; ids continue. */
  clearTrace(): void {
    this.visibleFrom = this.next;
    this.recent = [];
    this.marks = [];
    this.#bytes.clear();
  }

  forgetBefore(day: number): void {
    this.marks = this.marks.filter(([, marked]) => marked >= day);
    for (const storedDay of this.#bytes.keys()) if (storedDay < day) this.#bytes.delete(storedDay);
  }

  saved(): SavedState {
    const { id, next, visibleFrom, marks, isGone } = this;
    const state = { account: id, next, from: visibleFrom, marks: [...marks], bytes: [...this.#bytes] };
    return isGone ? { ...state, gone: true } : state;
  }
}

export class AccountStates {
  readonly #states = new Map<string, AccountState>();

  of(id: string): AccountState {
    return this.#states.get(id) ?? this.restore({ account: id, next: 1, from: 1, marks: [], bytes: [] });
  }

  restore(savedState: SavedState): AccountState {
    const state = new AccountState(savedState);
    this.#states.set(state.id, state);
    return state;
  }

  known(id: string): AccountState | undefined {
    return this.#states.get(id);
  }

  all(): readonly AccountState[] {
    return [...this.#states.values()].filter((state) => !state.isSpent);
  }

  drop({ id }: AccountState): void {
    this.#states.delete(id);
  }
}
