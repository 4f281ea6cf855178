import { elapsedMs } from '@svc-simulator/machine/elapsed.ts';

/** Upper bounds in seconds, from what memory answers to what an attempt may take. */
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** One in so many is timed: to ask for the time costs more than all counting together. */
const TIMED_ONE_IN = 8;

/** How often what took how long; adding costs a short loop and no memory. */
export class Histogram {
  /** One more than there are bounds: the last one has what is beyond all of them. */
  readonly #counts = new Float64Array(BOUNDS_S.length + 1);
  #sumS = 0;
  #begun = 0;

  /** Something begins: answers since when to time it, in milliseconds, or null when it is not one of those that are timed. */
  begin(): number | null {
    return this.#begun++ % TIMED_ONE_IN === 0 ? elapsedMs() : null;
  }

  /** What began has ended. */
  end(beganMs: number | null): void {
    if (beganMs !== null) this.add(elapsedMs() - beganMs);
  }

  /** Milliseconds. */
  add(durationMs: number): void {
    const durationS = durationMs / 1000;
    let bucket = 0;
    while (bucket < BOUNDS_S.length && durationS > (BOUNDS_S[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sumS += durationS;
  }

  get sumS(): number {
    return this.#sumS;
  }

  /** Each upper bound in seconds, as Prometheus writes it, with the number of all that took no longer. */
  cumulative(): readonly (readonly [bound: string, count: number])[] {
    let sum = 0;
    return [...BOUNDS_S.map(String), '+Inf'].map((bound, bucket) => {
      sum += this.#counts[bucket] ?? 0;
      return [bound, sum] as const;
    });
  }
}
