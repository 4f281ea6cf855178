import { AccountLine } from './locks.ts';
import { TraceIndex } from './trace-index.ts';

/** What the store keeps of an account beside its records. */
export class AccountState {
  readonly id: string;
  /** The id as JSON. */
  readonly quotedId: string;
  readonly line = new AccountLine();
  /** The id that the next decided event gets; ahead of the index by what is not stored yet. */
  nextEventId = 1;
  /** The account was deleted. */
  isGone = false;
  /** Events before this one were cleared. */
  visibleFrom: number;
  /** The day (since the epoch) on which rows past their retention were last let go of by a commit. */
  tidiedOnDay = 0;
  /** The rows of this run, and once `TraceSegments` has loaded them those of earlier runs. */
  index: TraceIndex;

  constructor(id: string, firstEventId: number, visibleFrom: number) {
    this.id = id;
    this.quotedId = JSON.stringify(id);
    this.nextEventId = firstEventId;
    this.visibleFrom = visibleFrom;
    this.index = new TraceIndex(firstEventId);
  }

  /** Hides every stored event; ids go on. */
  clearTrace(): void {
    this.visibleFrom = this.index.next;
    this.index = new TraceIndex(this.visibleFrom);
  }
}

export class AccountStates {
  readonly #states = new Map<string, AccountState>();

  of(id: string): AccountState {
    return this.#states.get(id) ?? this.restore(id, 1, 1);
  }

  restore(id: string, nextEventId: number, visibleFrom: number): AccountState {
    const state = new AccountState(id, nextEventId, visibleFrom);
    this.#states.set(id, state);
    return state;
  }

  known(id: string): AccountState | undefined {
    return this.#states.get(id);
  }

  all(): Iterable<AccountState> {
    return this.#states.values();
  }
}
