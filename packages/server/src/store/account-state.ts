import { AccountLine } from './locks.ts';
import { TraceIndex } from './trace-index.ts';

/** What the store keeps of an account beside its records. */
export class AccountState {
  readonly id: string;
  readonly line = new AccountLine();
  /** The id that the next decided event gets; ahead of the index by what is not stored yet. */
  nextEventId = 1;
  index: TraceIndex;

  constructor(id: string, firstEventId = 1) {
    this.id = id;
    this.nextEventId = firstEventId;
    this.index = new TraceIndex(firstEventId);
  }
}

export class AccountStates {
  readonly #states = new Map<string, AccountState>();

  of(id: string): AccountState {
    let state = this.#states.get(id);
    if (!state) {
      state = new AccountState(id);
      this.#states.set(id, state);
    }
    return state;
  }

  known(id: string): AccountState | undefined {
    return this.#states.get(id);
  }

  all(): Iterable<AccountState> {
    return this.#states.values();
  }
}
