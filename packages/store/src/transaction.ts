import type { Integrity } from './integrity.ts';
import { type AccountLine, Claim, Locks } from './locks.ts';
import { type Change, type Scope, StoreUnavailableError, type View } from './store.ts';

export interface DecisionResult {
  readonly change: Change<unknown>;
  readonly answer: () => void;
}

interface TransactCall {
  readonly decide: (view: View) => DecisionResult;
  readonly reject: (error: unknown) => void;
}

/** A call of `transact`, from its place in the queue to its result. */
export class Transaction<Line extends AccountLine = AccountLine> extends Claim<Line> {
  readonly decide: TransactCall['decide'];
  readonly reject: TransactCall['reject'];
  readonly #ready: (transaction: Transaction<Line>) => void;

  constructor(
    scope: Scope,
    line: Line,
    { decide, reject }: TransactCall,
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

/** The open transactions of a store. When the store breaks, all of them are rejected. */
export class Transactions<Line extends AccountLine = AccountLine> {
  readonly #integrity: Integrity;
  readonly #ready: (transaction: Transaction<Line>) => void;
  readonly #locks = new Locks();
  readonly #open = new Set<Transaction<Line>>();
  #closed = false;

  constructor(integrity: Integrity, ready: (transaction: Transaction<Line>) => void) {
    this.#integrity = integrity;
    this.#ready = ready;
    integrity.onBroken((error) => {
      for (const { reject } of this.#open) reject(error);
      this.#open.clear();
    });
  }

  /** Resolves with the decision's result, or rejects when it is not stored. */
  begin<T>(scope: Scope, lineOf: () => Line, decide: (view: View) => Change<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) throw new StoreUnavailableError('the simulator is closing; nothing was changed');
      this.#integrity.check();
      const decideOnce = (view: View): DecisionResult => {
        const change = decide(view);
        return { change, answer: () => resolve(change.result) };
      };
      const transaction = new Transaction(scope, lineOf(), { decide: decideOnce, reject }, this.#ready);
      this.#open.add(transaction);
      try {
        this.#locks.acquire(transaction);
      } catch (cause) {
        this.#integrity.break(cause);
      }
    });
  }

  end(transactions: readonly Transaction<Line>[]): void {
    for (const transaction of transactions) this.#open.delete(transaction);
    this.#locks.release(transactions);
  }

  close(): void {
    this.#closed = true;
  }
}
