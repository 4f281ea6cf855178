import type { Scope } from './store.ts';

/**
 * Transactions of an account between two exclusive ones. They may overlap, but start after `opener` and end
 * before `closer` runs.
 */
interface Epoch {
  members: number;
  opener: Claim | null;
  closer: Claim | null;
}

/** The queue of an account's transactions for shared or exclusive access. */
export class AccountLine {
  epoch: Epoch = { members: 0, opener: null, closer: null };
}

/** A transaction's place in the queues of everything that its scope locks. */
export abstract class Claim<Line extends AccountLine = AccountLine> {
  /** Number of earlier claims that have to end first. */
  waiting = 0;
  followers: Claim[] | null = null;
  epoch: Epoch | null = null;
  readonly scope: Scope;
  readonly line: Line;

  constructor(scope: Scope, line: Line) {
    this.scope = scope;
    this.line = line;
  }

  /**
   * Runs once no earlier claim is left. Its errors pass through `acquire` or `release`; the queues can't be
   * trusted afterwards.
   */
  abstract run(): void;

  follow(earlier: Claim): void {
    this.waiting++;
    if (earlier.followers) earlier.followers.push(this);
    else earlier.followers = [this];
  }
}

/**
 * Locks by record, and shared or exclusive locks by account, in order of arrival. A claim joins all its
 * queues at once and so waits only for earlier claims, which rules out deadlocks. One that waits for none
 * runs within `acquire`.
 */
export class Locks {
  /** The last claim in the queue of each locked record. */
  readonly #tails = new Map<string, Claim>();
  readonly #ready: Claim[] = [];
  #running = false;

  acquire(claim: Claim): void {
    this.#enterAccount(claim);
    for (const { kind, id } of claim.scope.lock ?? []) {
      const record = `${kind}:${id}`;
      const before = this.#tails.get(record);
      this.#tails.set(record, claim);
      if (before && before !== claim) claim.follow(before);
    }
    if (claim.waiting === 0) claim.run();
  }

  release(claims: readonly Claim[]): void {
    for (const claim of claims) this.#leave(claim);
    // A loop instead of recursion: ten thousand refused decisions may be queued, and each ends at once.
    if (this.#running) return;
    this.#running = true;
    try {
      for (const claim of this.#ready) claim.run();
    } finally {
      this.#ready.length = 0;
      this.#running = false;
    }
  }

  #leave(claim: Claim): void {
    for (const { kind, id } of claim.scope.lock ?? []) {
      const record = `${kind}:${id}`;
      if (this.#tails.get(record) === claim) this.#tails.delete(record);
    }
    const { epoch, line } = claim;
    if (epoch) {
      epoch.members--;
      if (epoch.members === 0 && epoch.closer) this.#step(epoch.closer);
    } else if (line.epoch.opener === claim) line.epoch.opener = null;
    for (const follower of claim.followers ?? []) this.#step(follower);
    claim.followers = null;
  }

  #step(claim: Claim): void {
    claim.waiting--;
    if (claim.waiting === 0) this.#ready.push(claim);
  }

  #enterAccount(claim: Claim): void {
    const { epoch } = claim.line;
    if (!claim.scope.exclusive) {
      if (epoch.opener) claim.follow(epoch.opener);
      epoch.members++;
      claim.epoch = epoch;
      return;
    }
    if (epoch.members > 0) {
      claim.waiting++;
      epoch.closer = claim;
    } else if (epoch.opener) claim.follow(epoch.opener);
    claim.line.epoch = { members: 0, opener: claim, closer: null };
  }
}
