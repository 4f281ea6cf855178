import type { ServerResponse } from 'node:http';
import type { Clock } from '@svc-simulator/core';

interface Waiting {
  readonly owner: string;
  readonly isKnown: boolean;
  readonly begin: () => void;
}

interface Patience {
  readonly clock: Clock;
  readonly ms: number;
}

/** Owners whose place in the order is remembered; of more than that, those that were served longest ago are newcomers again. */
const MOST_PLACES = 10_000;

/**
 * Lets so many things be done at once; the others wait for their turn. Whoever was served longest ago comes first, and of one owner
 * what came first: a crowd of one holds up itself, and who seldom asks waits for no more than what is being done. Owners that are
 * known and all others have every second turn, so that a crowd of newcomers does not come before those who ask again.
 * Where turns are told what they cost (`spent`), whoever has used least comes first, and nobody saves up while away.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: Waiting[] = [];
  /** Places of owners in the order, the latest served last: a number of turns, or, where they cost something, a virtual time. */
  readonly #places = new Map<string, number>();
  /** The place of the turn that began last. */
  #latest = 0;
  #isWeighed = false;
  #taken = 0;
  #wasKnown = false;
  readonly #patience: Patience | undefined;

  /** `patience`: how long a request waits at most. */
  constructor(atOnce: number, patience?: Patience) {
    this.#atOnce = atOnce;
    this.#patience = patience;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether nobody has a turn. */
  get isIdle(): boolean {
    return this.#taken === 0;
  }

  /** How many owners it remembers. */
  get size(): number {
    return this.#places.size;
  }

  /** Counts what an owner's turn has cost. */
  spent(owner: string, cost: number): void {
    this.#isWeighed = true;
    this.#places.set(owner, (this.#places.get(owner) ?? this.#latest) + cost);
  }

  async take<T>(work: () => Promise<T>, owner = '', isKnown = false): Promise<T> {
    await this.#turn(owner, isKnown);
    return this.#work(work, owner);
  }

  /** The same for a request: `gone`, at once and without what it held, when nobody waits for its answer any more, or it has waited too long. */
  async takeFor<T>(
    { outgoing, gone }: { readonly outgoing: ServerResponse; readonly gone: T },
    work: () => Promise<T>,
    owner = '',
    isKnown = false,
  ): Promise<T> {
    if (outgoing.closed || !(await this.#turn(owner, isKnown, outgoing))) return gone;
    return this.#work(work, owner);
  }

  /** Whether its turn has come, before it was closed or had waited too long. */
  #turn(owner: string, isKnown: boolean, outgoing?: ServerResponse): Promise<boolean> | true {
    if (this.#taken < this.#atOnce) {
      this.#taken++;
      return true;
    }
    return new Promise((resolve) => {
      const ended = (isTurn: boolean) => {
        outgoing?.off('close', leave);
        cancel?.();
        resolve(isTurn);
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        ended(false);
      };
      const waiting = { owner, isKnown, begin: () => ended(true) };
      this.#waiting.push(waiting);
      const cancel = outgoing && this.#patience?.clock.after(this.#patience.ms, leave);
      outgoing?.once('close', leave);
    });
  }

  async #work<T>(work: () => Promise<T>, owner: string): Promise<T> {
    this.#latest = this.#isWeighed ? this.#placeOf(owner) : this.#latest + 1;
    this.#places.delete(owner);
    this.#places.set(owner, this.#latest);
    const [oldest] = this.#places.size > MOST_PLACES ? this.#places.keys() : [];
    if (oldest !== undefined) this.#places.delete(oldest);
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next) next.begin();
      else this.#end();
    }
  }

  #next(): Waiting | undefined {
    if (this.#waiting.length < 2) return this.#waiting.shift();
    const placeOf = ({ owner }: Waiting) => this.#placeOf(owner);
    const others = this.#waiting.filter(({ isKnown }) => isKnown !== this.#wasKnown);
    const first = (others.length > 0 ? others : this.#waiting).reduce((best, one) =>
      placeOf(one) < placeOf(best) ? one : best,
    );
    this.#wasKnown = first.isKnown;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    return first;
  }

  #placeOf(owner: string): number {
    const place = this.#places.get(owner) ?? 0;
    return this.#isWeighed ? Math.max(place, this.#latest) : place;
  }

  #end(): void {
    if (--this.#taken > 0) return;
    this.#places.clear();
    this.#latest = 0;
  }
}
