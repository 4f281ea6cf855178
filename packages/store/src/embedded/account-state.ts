import type { CommittedEvent } from '../commit.ts';
import { AccountLine } from '../locks.ts';

/** An event of the trace as it is held in memory. */
export type HeldEvent = Omit<CommittedEvent, 'data'>;

/** An event of an account, and where its line begins: in the file of a day (since the epoch), at a byte. */
export type Mark = readonly [id: number, day: number, offset: number];

/** Marks of one account in one file stand at least so far apart, and its events before the next one begin this close to one. */
export const MARK_BYTES = 32 * 1024;

/** What `db.json` says of an account beside its records. */
export interface SavedState {
  readonly account: string;
  readonly next: number;
  readonly from: number;
  readonly marks: readonly Mark[];
  readonly bytes: readonly (readonly [day: number, bytes: number])[];
  readonly gone?: boolean;
}

/** What the store keeps of an account beside its records. */
export class AccountState extends AccountLine {
  readonly id: string;
  /** The id as JSON. */
  readonly quotedId: string;
  /** What each line of its trace begins with. */
  readonly opening: string;
  readonly openingBytes: Buffer;
  /** The id that the next decided event gets; ahead of `next` by what is not stored yet. */
  nextEventId: number;
  /** The id that the next stored event has. */
  next: number;
  /** Events before this one were cleared. */
  visibleFrom: number;
  /** The account was deleted. */
  isGone: boolean;
  /** The newest events, without a gap up to `next`. */
  recent: HeldEvent[] = [];
  /** How many of them, the last ones, are not in a file yet. */
  unwritten = 0;
  /** The day on which old events were last let go of. */
  tidiedOnDay = 0;
  /** Where its events are: the first one of each day, and some of the others. Ascending. */
  marks: Mark[];
  /** Bytes of its events, by the day of their commit. */
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

  /** Of all its events. */
  get bytes(): number {
    let sum = 0;
    for (const bytes of this.#bytes.values()) sum += bytes;
    return sum;
  }

  /** Nothing has to be known of it: it never had an event, or the account was deleted and its last event is out of retention. */
  get isSpent(): boolean {
    return this.next === 1 || (this.isGone && this.#bytes.size === 0);
  }

  /** Takes an event of a day's commit; `offset` is where its line stands in the day's file, if there are files. */
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

  /** Hides every stored event; ids go on. */
  clearTrace(): void {
    this.visibleFrom = this.next;
    this.recent = [];
    this.marks = [];
    this.#bytes.clear();
  }

  /** The days before this one are gone. */
  forgetBefore(day: number): void {
    this.marks = this.marks.filter(([, marked]) => marked >= day);
    for (const counted of this.#bytes.keys()) if (counted < day) this.#bytes.delete(counted);
  }

  saved(): SavedState {
    const { id, next, visibleFrom, marks, isGone } = this;
    const saved = { account: id, next, from: visibleFrom, marks: [...marks], bytes: [...this.#bytes] };
    return isGone ? { ...saved, gone: true } : saved;
  }
}

export class AccountStates {
  readonly #states = new Map<string, AccountState>();

  of(id: string): AccountState {
    return this.#states.get(id) ?? this.restore({ account: id, next: 1, from: 1, marks: [], bytes: [] });
  }

  restore(saved: SavedState): AccountState {
    const state = new AccountState(saved);
    this.#states.set(state.id, state);
    return state;
  }

  known(id: string): AccountState | undefined {
    return this.#states.get(id);
  }

  /** Those of which something has to be known. */
  all(): readonly AccountState[] {
    return [...this.#states.values()].filter((state) => !state.isSpent);
  }

  drop({ id }: AccountState): void {
    this.#states.delete(id);
  }
}
