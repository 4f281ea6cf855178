import type { StoreTransaction } from '../../transaction.ts';

/** Transactions in a batch; their locks must fit into the server's lock table. */
const BATCH_SIZE = 64;
/** A transaction that writes more is large. */
const LARGE_CHARACTERS = 128 * 1024;
/** Maximum number of remembered accounts with large transactions. */
const MAX_LARGE_ACCOUNTS = 10_000;

/** Transactions that wait for a batch. The accounts of a running batch have none in another one. */
export class WaitingTransactions {
  #waiting: StoreTransaction[] = [];
  readonly #busyAccounts = new Set<string>();
  /** Accounts whose latest transaction was large, as their next ones probably are. */
  readonly #largeAccounts = new Set<string>();

  add(transaction: StoreTransaction): void {
    this.#waiting.push(transaction);
  }

  /** Adds transactions that a full batch had no room for, before all others. */
  putBack(transactions: readonly StoreTransaction[]): void {
    this.#waiting.unshift(...transactions);
  }

  /** Takes the next batch; none of its transactions is expected to take long. */
  takeBatch(): StoreTransaction[] {
    return this.#take(BATCH_SIZE, (transaction) => !this.#isLong(transaction));
  }

  /** Takes a transaction that works on a whole account, or is expected to write much. */
  takeLong(): StoreTransaction[] {
    return this.#take(1, (transaction) => this.#isLong(transaction));
  }

  /** Lets the accounts of an ended batch have their next transactions. */
  release(accounts: readonly string[]): void {
    for (const account of accounts) this.#busyAccounts.delete(account);
  }

  /** Records how much a transaction of the account writes. */
  recordSize(account: string, characters: number): void {
    this.#largeAccounts.delete(account);
    if (characters <= LARGE_CHARACTERS) return;
    this.#largeAccounts.add(account);
    const [oldest] = this.#largeAccounts.size > MAX_LARGE_ACCOUNTS ? this.#largeAccounts : [];
    if (oldest !== undefined) this.#largeAccounts.delete(oldest);
  }

  #isLong({ scope }: StoreTransaction): boolean {
    return scope.exclusive === true || this.#largeAccounts.has(scope.account);
  }

  /** Takes the accounts' transactions in turn, so that no account fills a batch before the others. */
  #take(limit: number, isWanted: (transaction: StoreTransaction) => boolean): StoreTransaction[] {
    const rounds: StoreTransaction[][] = [];
    const counts = new Map<string, number>();
    const otherTransactions: StoreTransaction[] = [];
    for (const transaction of this.#waiting) {
      const { account } = transaction.scope;
      if (!isWanted(transaction) || this.#busyAccounts.has(account)) {
        otherTransactions.push(transaction);
        continue;
      }
      const round = counts.get(account) ?? 0;
      counts.set(account, round + 1);
      rounds[round] ??= [];
      rounds[round].push(transaction);
    }
    const inTurn = rounds.flat();
    const batch = inTurn.splice(0, limit);
    if (batch.length > 0) this.#waiting = [...inTurn, ...otherTransactions];
    for (const { scope } of batch) this.#busyAccounts.add(scope.account);
    return batch;
  }
}
