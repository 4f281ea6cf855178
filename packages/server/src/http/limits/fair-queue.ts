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

/** Turns that one owner waits for, in the order in which they were asked for. */
interface Lane {
  readonly owner: string;
  readonly isKnown: boolean;
  readonly waiting: Set<() => void>;
}

/** Maximum number of owners whose place is remembered; beyond it, the one that was served longest ago is forgotten. */
const MOST_PLACES = 10_000;

/**
 * Lets so many things be done at once; the others wait for their turn. The owner that was served longest ago comes first, so a
 * crowd of one owner's holds up itself alone. Known owners and all others have every second turn, so a crowd of newcomers doesn't
 * come before those who ask again. If turns have a cost (`spent`), the owner that has used least comes first, and saves up nothing.
 */
export class FairQueue {
  readonly #options: QueueOptions;
  /** Owners that wait, the one that has waited longest first. */
  readonly #lanes = new Map<string, Lane>();
  /** Running turns by owner. */
  readonly #running = new Map<string, number>();
  /** Places of owners in the order, the latest served last: a number of turns, or a virtual time if turns have a cost. */
  readonly #places = new Map<string, number>();
  /** The place of the turn that began last. */
  #latest = 0;
  #isWeighed = false;
  #taken = 0;
  #wasKnown = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Returns the number of turns that an owner waits for. */
  waitingOf(owner: string): number {
    return (
      (this.#lanes.get(`+${owner}`)?.waiting.size ?? 0) + (this.#lanes.get(`-${owner}`)?.waiting.size ?? 0)
    );
  }

  /** Number of owners whose place is remembered. */
  get size(): number {
    return this.#places.size;
  }

  /** Counts what an owner's turn has cost. */
  spent(owner: string, cost: number): void {
    this.#isWeighed = true;
    this.#places.set(owner, (this.#places.get(owner) ?? this.#latest) + cost);
  }

  /** Returns what `work` returns, in the owner's turn. */
  async take<T>(work: () => Promise<T>, owner = '', isKnown = false): Promise<T> {
    await this.#turn(owner, isKnown);
    return this.#run(work, owner);
  }

  /** Does the same for a request: returns `gone` at once if nobody waits for its answer any more, or it has waited too long. */
  async takeFor<T>(
    { outgoing, gone }: { readonly outgoing: ServerResponse; readonly gone: T },
    work: () => Promise<T>,
    owner = '',
    isKnown = false,
  ): Promise<T> {
    if (outgoing.closed || !(await this.#turn(owner, isKnown, outgoing))) return gone;
    return this.#run(work, owner);
  }

  /** Returns true when the turn has come, and false if the request was closed or had waited too long before. */
  #turn(owner: string, isKnown: boolean, outgoing?: ServerResponse): Promise<boolean> | true {
    const { atOnce = Number.POSITIVE_INFINITY, patience } = this.#options;
    if (this.#taken < atOnce && this.#mayBegin(owner)) {
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
    this.#taken++;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    this.#latest = this.#isWeighed ? this.#placeOf(owner) : this.#latest + 1;
    this.#places.delete(owner);
    this.#places.set(owner, this.#latest);
    const [oldest] = this.#places.size > MOST_PLACES ? this.#places.keys() : [];
    if (oldest !== undefined) this.#places.delete(oldest);
  }

  async #run<T>(work: () => Promise<T>, owner: string): Promise<T> {
    try {
      return await work();
    } finally {
      this.#end(owner);
    }
  }

  #end(owner: string): void {
    this.#taken--;
    const running = (this.#running.get(owner) ?? 0) - 1;
    if (running > 0) this.#running.set(owner, running);
    else this.#running.delete(owner);
    const next = this.#next();
    if (next) {
      this.#wasKnown = next.isKnown;
      this.#begin(next.owner);
      const [begin] = next.waiting;
      begin?.();
    } else if (this.#taken === 0) {
      this.#places.clear();
      this.#latest = 0;
    }
  }

  /** Returns the lane that has the next turn. */
  #next(): Lane | undefined {
    let first: Lane | undefined;
    for (const lane of this.#lanes.values())
      if (this.#mayBegin(lane.owner) && (!first || this.#isBefore(lane, first))) first = lane;
    return first;
  }

  #isBefore(lane: Lane, other: Lane): boolean {
    if (lane.isKnown !== other.isKnown) return lane.isKnown !== this.#wasKnown;
    return this.#placeOf(lane.owner) < this.#placeOf(other.owner);
  }

  #placeOf(owner: string): number {
    const place = this.#places.get(owner) ?? 0;
    return this.#isWeighed ? Math.max(place, this.#latest) : place;
  }
}
