import type { Scope } from './store.ts';

/**
 * The transactions of one account between two exclusive ones. They may overlap each other, but start only after
 * `opener` has ended, and `closer` waits until all of them have.
 */
interface Epoch {
  members: number;
  opener: Claim | null;
  closer: Claim | null;
}

/** Where the transactions of one account stand in line for shared or exclusive passage. */
export class AccountLine {
  epoch: Epoch = { members: 0, opener: null, closer: null };
}

/** One transaction's place in line for everything that its scope locks. */
export abstract class Claim<Line extends AccountLine = AccountLine> {
  /** How many claims before it have to end first. */
  waiting = 0;
  followers: Claim[] | null = null;
  epoch: Epoch | null = null;
  readonly scope: Scope;
  readonly line: Line;

  constructor(scope: Scope, line: Line) {
    this.scope = scope;
    this.line = line;
  }

  /** Called when nobody before it is left. What it throws, `acquire` or `release` throws: nobody can trust the lines then. */
  abstract run(): void;

  /** Makes this claim wait for `earlier`. */
  follow(earlier: Claim): void {
    this.waiting++;
    if (earlier.followers) earlier.followers.push(this);
    else earlier.followers = [this];
  }
}

/**
 * Locks by record, and shared or exclusive ones by account, all first come first served. A claim stands in every line
 * at once when it comes, so it only ever waits for earlier claims: there is no order in which two could wait for each
 * other. A claim that waits for nobody runs within `acquire`.
 */
export class Locks {
  /** Of every record that somebody holds or waits for, the last claim in line. */
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

  /** Ends claims, and runs those that waited for nothing else. */
  release(claims: readonly Claim[]): void {
    for (const claim of claims) this.#leave(claim);
    // Not recursive: a refused decision ends at once, and ten thousand of them may stand in one line.
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
