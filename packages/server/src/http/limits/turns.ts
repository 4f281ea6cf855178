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

/**
 * Lets so many things be done at once; the others wait for their turn. Whoever was served longest ago comes first, and of one owner
 * what came first: a crowd of one holds up itself, and who seldom asks waits for no more than what is being done. Owners that are
 * known and all others have every second turn, so that a crowd of newcomers does not come before those who ask again.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: Waiting[] = [];
  /** Owners that have been served while somebody waited, the latest last. */
  readonly #served = new Set<string>();
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
    this.#served.delete(owner);
    this.#served.add(owner);
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
    const order = new Map([...this.#served].map((owner, place) => [owner, place]));
    const placeOf = ({ owner }: Waiting) => order.get(owner) ?? -1;
    const others = this.#waiting.filter(({ isKnown }) => isKnown !== this.#wasKnown);
    const first = (others.length > 0 ? others : this.#waiting).reduce((best, one) =>
      placeOf(one) < placeOf(best) ? one : best,
    );
    this.#wasKnown = first.isKnown;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    return first;
  }

  #end(): void {
    if (--this.#taken === 0) this.#served.clear();
  }
}
