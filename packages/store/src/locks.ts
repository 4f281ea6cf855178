import type { Scope } from './store.ts';

/**
 * An account's transactions between two exclusive transactions, which are `opener` and `closer`. They can
 * overlap, but they run after `opener` ends and before `closer` starts.
 */
interface Epoch {
  memberCount: number;
  opener: Claim | null;
  closer: Claim | null;
}

/** The queue of an account's transactions for shared or exclusive access. */
export class AccountQueue {
  epoch: Epoch = { memberCount: 0, opener: null, closer: null };
}

/** A transaction that waits for the locks of its scope, or holds them. */
export abstract class Claim<Queue extends AccountQueue = AccountQueue> {
  blockerCount = 0;
  /** Later claims that wait for the end of this claim. */
  followers: Claim[] | null = null;
  epoch: Epoch | null = null;
  readonly scope: Scope;
  readonly queue: Queue;

  constructor(scope: Scope, queue: Queue) {
    this.scope = scope;
    this.queue = queue;
  }

  /**
   * Called once no earlier claim blocks this one. `acquire` and `release` throw its error; other claims might
   * then never run, so the store counts as broken.
   */
  abstract run(): void;

  follow(earlier: Claim): void {
    this.blockerCount++;
    if (earlier.followers) earlier.followers.push(this);
    else earlier.followers = [this];
  }
}

/**
 * Locks records, and accounts in shared or exclusive mode, in order of arrival. A claim enters all its queues
 * at once and waits only for earlier claims, so deadlocks are impossible.
 */
export class Locks {
  /** The last claim in the queue of each locked record. */
  readonly #tails = new Map<string, Claim>();
  readonly #readyClaims: Claim[] = [];
  #isRunning = false;

  /** Runs the claim at once if nothing blocks it. */
  acquire(claim: Claim): void {
    this.#enterAccount(claim);
    for (const { kind, id } of claim.scope.lock ?? []) {
      const record = `${kind}:${id}`;
      const before = this.#tails.get(record);
      this.#tails.set(record, claim);
      if (before && before !== claim) claim.follow(before);
    }
    if (claim.blockerCount === 0) claim.run();
  }

  release(claims: readonly Claim[]): void {
    for (const claim of claims) this.#leave(claim);
    // A loop, because recursion would overflow the stack if thousands of queued claims end at once.
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (const claim of this.#readyClaims) claim.run();
    } finally {
      this.#readyClaims.length = 0;
      this.#isRunning = false;
    }
  }

  #leave(claim: Claim): void {
    for (const { kind, id } of claim.scope.lock ?? []) {
      const record = `${kind}:${id}`;
      if (this.#tails.get(record) === claim) this.#tails.delete(record);
    }
    const { epoch, queue } = claim;
    if (epoch) {
      epoch.memberCount--;
      if (epoch.memberCount === 0 && epoch.closer) this.#unblock(epoch.closer);
    } else if (queue.epoch.opener === claim) queue.epoch.opener = null;
    for (const follower of claim.followers ?? []) this.#unblock(follower);
    claim.followers = null;
  }

  #unblock(claim: Claim): void {
    claim.blockerCount--;
    if (claim.blockerCount === 0) this.#readyClaims.push(claim);
  }

  #enterAccount(claim: Claim): void {
    const { epoch } = claim.queue;
    if (!claim.scope.exclusive) {
      if (epoch.opener) claim.follow(epoch.opener);
      epoch.memberCount++;
      claim.epoch = epoch;
      return;
    }
    if (epoch.memberCount > 0) {
      claim.blockerCount++;
      epoch.closer = claim;
    } else if (epoch.opener) claim.follow(epoch.opener);
    claim.queue.epoch = { memberCount: 0, opener: claim, closer: null };
  }
}
