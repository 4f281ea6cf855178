import type { Integrity } from './integrity.ts';
import { type AccountQueue, Claim, Locks } from './locks.ts';
import { type Change, type DecisionView, type Scope, StoreUnavailableError } from './store.ts';

export interface DecisionResult {
  readonly change: Change<unknown>;
  readonly answer: () => void;
}

interface TransactCall {
  readonly decide: (view: DecisionView) => DecisionResult;
  readonly reject: (error: unknown) => void;
}

/** A call of `transact`, from its entry into the queue to its result. */
export class StoreTransaction<Queue extends AccountQueue = AccountQueue> extends Claim<Queue> {
  readonly decide: TransactCall['decide'];
  readonly reject: TransactCall['reject'];
  readonly #onReady: (transaction: StoreTransaction<Queue>) => void;

  constructor(
    scope: Scope,
    queue: Queue,
    { decide, reject }: TransactCall,
    onReady: (transaction: StoreTransaction<Queue>) => void,
  ) {
    super(scope, queue);
    this.decide = decide;
    this.reject = reject;
    this.#onReady = onReady;
  }

  run(): void {
    this.#onReady(this);
  }
}

/** The open transactions of a store. If the store breaks, all of them are rejected. */
export class OpenTransactions<Queue extends AccountQueue = AccountQueue> {
  readonly #integrity: Integrity;
  readonly #onReady: (transaction: StoreTransaction<Queue>) => void;
  readonly #locks = new Locks();
  readonly #open = new Set<StoreTransaction<Queue>>();
  #isClosed = false;

  constructor(integrity: Integrity, onReady: (transaction: StoreTransaction<Queue>) => void) {
    this.#integrity = integrity;
    this.#onReady = onReady;
    integrity.onBroken((error) => {
      for (const { reject } of this.#open) reject(error);
      this.#open.clear();
    });
  }

  /** Resolves with the decision's result once the change is stored; rejects if it can't be stored. */
  begin<T>(scope: Scope, queueOf: () => Queue, decide: (view: DecisionView) => Change<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isClosed) throw new StoreUnavailableError('the simulator is closing; nothing was changed');
      this.#integrity.check();
      const decideOnce = (view: DecisionView): DecisionResult => {
        const change = decide(view);
        return { change, answer: () => resolve(change.result) };
      };
      const transaction = new StoreTransaction(
        scope,
        queueOf(),
        { decide: decideOnce, reject },
        this.#onReady,
      );
      this.#open.add(transaction);
      try {
        this.#locks.acquire(transaction);
      } catch (cause) {
        this.#integrity.break(cause);
      }
    });
  }

  end(transactions: readonly StoreTransaction<Queue>[]): void {
    for (const transaction of transactions) this.#open.delete(transaction);
    this.#locks.release(transactions);
  }

  close(): void {
    this.#isClosed = true;
  }
}
