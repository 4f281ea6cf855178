import type { ServerResponse } from 'node:http';
import type { Clock } from '@svc-simulator/core';

/** Number of turns that may run at once, and how long a request waits for one. */
interface QueueOptions {
  /** Maximum in total; unlimited by default. */
  readonly atOnce?: number;
  /** Maximum for one owner; unlimited by default. */
  readonly perOwner?: number;
  /** Maximum time that a request waits. */
  readonly patience?: { readonly clock: Clock; readonly ms: number };
}

/** An owner's waiting turns in the order of arrival. */
interface WaitingOwner {
  readonly owner: string;
  readonly isKnown: boolean;
  readonly waiting: Set<() => void>;
}

/** Maximum number of remembered owners; the one served longest ago is dropped first. */
const MAX_REMEMBERED_OWNERS = 10_000;

/**
 * Runs a limited number of tasks at once; the others wait. The owner served longest ago comes first, so a
 * crowd delays only itself. Known owners get every second turn. If turns have a cost, the owner with the
 * lowest cost comes first.
 */
export class FairQueue {
  readonly #options: QueueOptions;
  /** Waiting owners in the order of arrival. */
  readonly #lanes = new Map<string, WaitingOwner>();
  /** Running turns by owner. */
  readonly #running = new Map<string, number>();
  /**
   * Positions of owners, the latest served last: a number of turns, or a virtual time if turns have a cost.
   */
  readonly #positions = new Map<string, number>();
  /** Position of the latest turn. */
  #latestPosition = 0;
  #hasCosts = false;
  #runningCount = 0;
  #wasKnown = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Returns the number of an owner's waiting turns. */
  waitingCount(owner: string): number {
    return (
      (this.#lanes.get(`+${owner}`)?.waiting.size ?? 0) + (this.#lanes.get(`-${owner}`)?.waiting.size ?? 0)
    );
  }

  /** Number of remembered owners. */
  get size(): number {
    return this.#positions.size;
  }

  /** Adds the cost of an owner's turn. */
  addCost(owner: string, cost: number): void {
    this.#hasCosts = true;
    this.#positions.set(owner, (this.#positions.get(owner) ?? this.#latestPosition) + cost);
  }

  /** Runs `work` in the owner's turn. */
  async take<T>(work: () => Promise<T>, owner = '', isKnown = false): Promise<T> {
    await this.#turn(owner, isKnown);
    return this.#run(work, owner);
  }

  /**
   * Runs `work` for a request in the owner's turn; returns `gone` if the client disconnects or the wait is
   * too long.
   */
  async takeFor<T>(
    { outgoing, gone }: { readonly outgoing: ServerResponse; readonly gone: T },
    work: () => Promise<T>,
    owner = '',
    isKnown = false,
  ): Promise<T> {
    if (outgoing.closed || !(await this.#turn(owner, isKnown, outgoing))) return gone;
    return this.#run(work, owner);
  }

  /** Resolves to true at the owner's turn, and to false if the request was closed or waited too long. */
  #turn(owner: string, isKnown: boolean, outgoing?: ServerResponse): Promise<boolean> | true {
    const { atOnce = Number.POSITIVE_INFINITY, patience } = this.#options;
    if (this.#runningCount < atOnce && this.#mayBegin(owner)) {
      this.#begin(owner);
      return true;
    }
    const key = `${isKnown ? '+' : '-'}${owner}`;
    const lane = this.#lanes.get(key) ?? { owner, isKnown, waiting: new Set() };
    this.#lanes.set(key, lane);
    return new Promise((resolve) => {
      const end = (isTurn: boolean) => {
        lane.waiting.delete(begin);
        if (lane.waiting.size === 0) this.#lanes.delete(key);
        outgoing?.off('close', leave);
        cancel?.();
        resolve(isTurn);
      };
      const begin = () => end(true);
      const leave = () => end(false);
      lane.waiting.add(begin);
      const cancel = outgoing && patience?.clock.after(patience.ms, leave);
      outgoing?.once('close', leave);
    });
  }

  #mayBegin(owner: string): boolean {
    return (this.#running.get(owner) ?? 0) < (this.#options.perOwner ?? Number.POSITIVE_INFINITY);
  }

  #begin(owner: string): void {
    this.#runningCount++;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    this.#latestPosition = this.#hasCosts ? this.#positionOf(owner) : this.#latestPosition + 1;
    this.#positions.delete(owner);
    this.#positions.set(owner, this.#latestPosition);
    const [oldest] = this.#positions.size > MAX_REMEMBERED_OWNERS ? this.#positions.keys() : [];
    if (oldest !== undefined) this.#positions.delete(oldest);
  }

  async #run<T>(work: () => Promise<T>, owner: string): Promise<T> {
    try {
      return await work();
    } finally {
      this.#end(owner);
    }
  }

  #end(owner: string): void {
    this.#runningCount--;
    const running = (this.#running.get(owner) ?? 0) - 1;
    if (running > 0) this.#running.set(owner, running);
    else this.#running.delete(owner);
    const next = this.#next();
    if (next) {
      this.#wasKnown = next.isKnown;
      this.#begin(next.owner);
      const [begin] = next.waiting;
      begin?.();
    } else if (this.#runningCount === 0) {
      this.#positions.clear();
      this.#latestPosition = 0;
    }
  }

  /** Returns the waiting owner with the next turn. */
  #next(): WaitingOwner | undefined {
    let first: WaitingOwner | undefined;
    for (const lane of this.#lanes.values())
      if (this.#mayBegin(lane.owner) && (!first || this.#isBefore(lane, first))) first = lane;
    return first;
  }

  #isBefore(lane: WaitingOwner, other: WaitingOwner): boolean {
    if (lane.isKnown !== other.isKnown) return lane.isKnown !== this.#wasKnown;
    return this.#positionOf(lane.owner) < this.#positionOf(other.owner);
  }

  #positionOf(owner: string): number {
    const position = this.#positions.get(owner) ?? 0;
    return this.#hasCosts ? Math.max(position, this.#latestPosition) : position;
  }
}
