import type { StoreTransaction } from '../../transaction.ts';

/** Maximum number of transactions in a batch. Their locks must fit into PostgreSQL's lock table. */
const BATCH_SIZE = 64;
const LARGE_CHARACTERS = 128 * 1024;
const MAX_LARGE_ACCOUNTS = 10_000;

/**
 * Transactions that wait for a batch. Two batches that run at the same time never contain the same account.
 */
export class WaitingTransactions {
  #transactions: StoreTransaction[] = [];
  readonly #busyAccounts = new Set<string>();
  /** Accounts whose latest transaction was large, because their next transaction is probably large, too. */
  readonly #largeAccounts = new Set<string>();

  add(transaction: StoreTransaction): void {
    this.#transactions.push(transaction);
  }

  putBack(transactions: readonly StoreTransaction[]): void {
    this.#transactions.unshift(...transactions);
  }

  /** Takes the next batch, without transactions that probably take long. */
  takeBatch(): StoreTransaction[] {
    return this.#take(BATCH_SIZE, (transaction) => !this.#isLong(transaction));
  }

  /** Takes one transaction that works on a whole account or probably writes much. */
  takeLong(): StoreTransaction[] {
    return this.#take(1, (transaction) => this.#isLong(transaction));
  }

  release(accounts: readonly string[]): void {
    for (const account of accounts) this.#busyAccounts.delete(account);
  }

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

  /** Takes one transaction of each account in each round, so that no account fills the batch. */
  #take(limit: number, isWanted: (transaction: StoreTransaction) => boolean): StoreTransaction[] {
    const rounds: StoreTransaction[][] = [];
    const counts = new Map<string, number>();
    const otherTransactions: StoreTransaction[] = [];
    for (const transaction of this.#transactions) {
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
    const sortedTransactions = rounds.flat();
    const batch = sortedTransactions.splice(0, limit);
    if (batch.length > 0) this.#transactions = [...sortedTransactions, ...otherTransactions];
    for (const { scope } of batch) this.#busyAccounts.add(scope.account);
    return batch;
  }
}
