import type { Clock } from '@svc-simulator/core';
import { SOON_MS } from '../../store.ts';

/** A correction of the machine's clock that is no more than this makes no job late that anybody would notice. */
const LEAST_MS = 200;

/**
 * Whether the machine's clock was set back while jobs that come now were waiting. The database knows how long a job waits by its own
 * clock, so it comes in its time; only what it is due by is in the future then.
 */
export class SetBack {
  readonly #clock: Clock;
  #leadMs: number;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#leadMs = clock.now() - clock.elapsed();
  }

  wasLately(): boolean {
    const elapsedMs = this.#clock.elapsed();
    const leadMs = this.#clock.now() - elapsedMs;
    if (leadMs < this.#leadMs - LEAST_MS) this.#untilMs = elapsedMs + 2 * SOON_MS;
    this.#leadMs = leadMs;
    return elapsedMs < this.#untilMs;
  }
}
