import type { ServerResponse } from 'node:http';
import type { Clock } from '@svc-simulator/core';

interface QueueOptions {
  /** Maximum number of running turns; unlimited by default. */
  readonly concurrency?: number;
  /** Maximum number of running turns of one owner; unlimited by default. */
  readonly concurrencyPerOwner?: number;
  /** Maximum time that a request waits for its turn; unlimited by default. */
  readonly maxWait?: { readonly clock: Clock; readonly ms: number };
}

interface WaitingOwner {
  readonly owner: string;
  readonly isKnown: boolean;
  /** The virtual time when the owner began to wait. */
  readonly arrivedAt: number;
  readonly onTurns: Set<() => void>;
}

/** If more owners are remembered, the one served longest ago is forgotten. */
const MAX_REMEMBERED_OWNERS = 10_000;

/**
 * Runs a limited number of tasks at the same time by start-time fair queuing: the next turn goes to the owner
 * with the lowest total cost, so an owner with many tasks delays only itself. Owners with `isKnown` get every
 * second turn.
 */
export class FairQueue {
  readonly #options: QueueOptions;
  /** In the order of arrival. The key is `+OWNER` for a known owner, `-OWNER` for others. */
  readonly #waitingOwners = new Map<string, WaitingOwner>();
  readonly #running = new Map<string, number>();
  /** Each owner's position: the virtual time at which its turns end. In the order of the latest turns. */
  readonly #positions = new Map<string, number>();
  /**
   * The position at which new and returning owners begin. Advances by the work that each waiting owner could
   * have got, so an owner gains nothing by having been away.
   */
  #virtualTime = 0;
  #runningCount = 0;
  #wasLatestKnown = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  waitingCount(owner: string): number {
    const countOf = (key: string) => this.#waitingOwners.get(key)?.onTurns.size ?? 0;
    return countOf(`+${owner}`) + countOf(`-${owner}`);
  }

  get size(): number {
    return this.#positions.size;
  }

  /** Adds to the cost of the owner's turn, which is 1 at first. */
  addCost(owner: string, cost: number): void {
    this.#positions.set(owner, (this.#positions.get(owner) ?? this.#virtualTime) + cost);
    this.#advance(cost);
  }

  async run<T>(work: () => Promise<T>, owner = '', isKnown = false): Promise<T> {
    await this.#waitForTurn(owner, isKnown);
    return this.#finishTurn(work, owner);
  }

  /** Runs `work` in the owner's turn. Returns `gone` if the client disconnects or waits too long. */
  async runForRequest<T>(
    { outgoing, gone: goneResult }: { readonly outgoing: ServerResponse; readonly gone: T },
    work: () => Promise<T>,
    owner = '',
    isKnown = false,
  ): Promise<T> {
    if (outgoing.closed || !(await this.#waitForTurn(owner, isKnown, outgoing))) return goneResult;
    return this.#finishTurn(work, owner);
  }

  /** Resolves to true at the owner's turn, and to false if the client disconnects or waits too long. */
  #waitForTurn(owner: string, isKnown: boolean, outgoing?: ServerResponse): Promise<boolean> | true {
    const { concurrency = Number.POSITIVE_INFINITY, maxWait } = this.#options;
    if (this.#runningCount < concurrency && this.#canStart(owner)) {
      this.#startTurn({ owner, arrivedAt: this.#virtualTime });
      return true;
    }
    const key = `${isKnown ? '+' : '-'}${owner}`;
    const arrivedAt = this.#virtualTime;
    const waitingOwner = this.#waitingOwners.get(key) ?? { owner, isKnown, arrivedAt, onTurns: new Set() };
    this.#waitingOwners.set(key, waitingOwner);
    return new Promise((resolve) => {
      const end = (isTurn: boolean) => {
        waitingOwner.onTurns.delete(onTurn);
        if (waitingOwner.onTurns.size === 0) this.#waitingOwners.delete(key);
        outgoing?.off('close', onLeave);
        cancelTimeout?.();
        resolve(isTurn);
      };
      const onTurn = () => end(true);
      const onLeave = () => end(false);
      waitingOwner.onTurns.add(onTurn);
      const cancelTimeout = outgoing && maxWait?.clock.after(maxWait.ms, onLeave);
      outgoing?.once('close', onLeave);
    });
  }

  #canStart(owner: string): boolean {
    return (this.#running.get(owner) ?? 0) < (this.#options.concurrencyPerOwner ?? Number.POSITIVE_INFINITY);
  }

  #startTurn({ owner, arrivedAt }: Pick<WaitingOwner, 'owner' | 'arrivedAt'>): void {
    this.#runningCount++;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    const position = this.#positionOf({ owner, arrivedAt });
    this.#virtualTime = Math.max(this.#virtualTime, position);
    this.#positions.delete(owner);
    this.#positions.set(owner, position + 1);
    const [oldest] = this.#positions.size > MAX_REMEMBERED_OWNERS ? this.#positions.keys() : [];
    if (oldest !== undefined) this.#positions.delete(oldest);
  }

  async #finishTurn<T>(work: () => Promise<T>, owner: string): Promise<T> {
    try {
      return await work();
    } finally {
      this.#endTurn(owner);
    }
  }

  #endTurn(owner: string): void {
    this.#runningCount--;
    const running = (this.#running.get(owner) ?? 0) - 1;
    if (running > 0) this.#running.set(owner, running);
    else this.#running.delete(owner);
    this.#advance(1);
    const next = this.#findNext();
    if (next) {
      this.#wasLatestKnown = next.isKnown;
      this.#startTurn(next);
      const [onTurn] = next.onTurns;
      onTurn?.();
    } else if (this.#runningCount === 0) {
      this.#positions.clear();
      this.#virtualTime = 0;
    }
  }

  #findNext(): WaitingOwner | undefined {
    let first: WaitingOwner | undefined;
    for (const waitingOwner of this.#waitingOwners.values())
      if (this.#canStart(waitingOwner.owner) && (!first || this.#comesBefore(waitingOwner, first)))
        first = waitingOwner;
    return first;
  }

  #comesBefore(waitingOwner: WaitingOwner, other: WaitingOwner): boolean {
    if (waitingOwner.isKnown !== other.isKnown) return waitingOwner.isKnown !== this.#wasLatestKnown;
    return this.#positionOf(waitingOwner) < this.#positionOf(other);
  }

  #positionOf({ owner, arrivedAt }: Pick<WaitingOwner, 'owner' | 'arrivedAt'>): number {
    return Math.max(arrivedAt, this.#positions.get(owner) ?? 0);
  }

  #advance(cost: number): void {
    this.#virtualTime += cost / (this.#waitingOwners.size + 1);
  }
}
