import type { Integrity } from './integrity.ts';
import { type AccountLine, Claim, Locks } from './locks.ts';
import { type Change, type Scope, StoreUnavailableError, type View } from './store.ts';

/** What was decided, and what tells it to the caller once it is stored. */
export interface Decided {
  readonly change: Change<unknown>;
  readonly answer: () => void;
}

/** What becomes of one call of `transact`: a queue of many callers knows none of their types. */
interface Call {
  readonly decide: (view: View) => Decided;
  readonly reject: (error: unknown) => void;
}

/** One call of `transact`, from its place in line to its answer. */
export class Transaction<Line extends AccountLine = AccountLine> extends Claim<Line> {
  readonly decide: Call['decide'];
  readonly reject: Call['reject'];
  readonly #ready: (transaction: Transaction<Line>) => void;

  constructor(
    scope: Scope,
    line: Line,
    { decide, reject }: Call,
    ready: (transaction: Transaction<Line>) => void,
  ) {
    super(scope, line);
    this.decide = decide;
    this.reject = reject;
    this.#ready = ready;
  }

  run(): void {
    this.#ready(this);
  }
}

/** The transactions of one store that have begun and not ended. All of them are told when it breaks. */
export class Transactions<Line extends AccountLine = AccountLine> {
  readonly #integrity: Integrity;
  readonly #ready: (transaction: Transaction<Line>) => void;
  readonly #locks = new Locks();
  readonly #open = new Set<Transaction<Line>>();
  #closed = false;

  /** `ready` is called with each as soon as none is before it. */
  constructor(integrity: Integrity, ready: (transaction: Transaction<Line>) => void) {
    this.#integrity = integrity;
    this.#ready = ready;
    integrity.onBroken((error) => {
      for (const { reject } of this.#open) reject(error);
      this.#open.clear();
    });
  }

  /** Resolves with what is decided; rejects with why it is not, and is not stored. */
  begin<T>(scope: Scope, lineOf: () => Line, decide: (view: View) => Change<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) throw new StoreUnavailableError('the simulator is closing; nothing was changed');
      this.#integrity.check();
      const decided = (view: View): Decided => {
        const change = decide(view);
        return { change, answer: () => resolve(change.result) };
      };
      const transaction = new Transaction(scope, lineOf(), { decide: decided, reject }, this.#ready);
      this.#open.add(transaction);
      try {
        this.#locks.acquire(transaction);
      } catch (cause) {
        this.#integrity.break(cause);
      }
    });
  }

  /** Lets those go on that waited for nothing else. */
  end(transactions: readonly Transaction<Line>[]): void {
    for (const transaction of transactions) this.#open.delete(transaction);
    this.#locks.release(transactions);
  }

  /** None begins any more. */
  close(): void {
    this.#closed = true;
  }
}
