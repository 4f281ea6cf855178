import type { CancelTimer, Clock } from '@svc-simulator/core';

/** Rings once, at the time it was last set for on a clock. */
export class Alarm {
  readonly #clock: Clock;
  #atMs: number | null = null;
  #cancel: CancelTimer = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(atMs: number, ring: () => void): void {
    if (this.#atMs === atMs) return;
    this.silence();
    this.#atMs = atMs;
    this.#cancel = this.#clock.at(atMs, () => {
      this.#atMs = null;
      ring();
    });
  }

  /** Sets it for this time, unless it rings earlier. */
  setBy(atMs: number, ring: () => void): void {
    if (this.#atMs === null || this.#atMs > atMs) this.set(atMs, ring);
  }

  silence(): void {
    this.#cancel();
    this.#atMs = null;
  }
}
