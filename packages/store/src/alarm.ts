import type { CancelTimer, Clock } from '@svc-simulator/core';

/** Calls a function once, at the time that was set last. */
export class Alarm {
  readonly #clock: Clock;
  #atMs: number | null = null;
  #cancel: CancelTimer = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(atMs: number, ring: () => void): void {
    if (this.#atMs === atMs) return;
    this.cancel();
    this.#atMs = atMs;
    this.#cancel = this.#clock.at(atMs, () => {
      this.#atMs = null;
      ring();
    });
  }

  setIfEarlier(atMs: number, ring: () => void): void {
    if (this.#atMs === null || this.#atMs > atMs) this.set(atMs, ring);
  }

  cancel(): void {
    this.#cancel();
    this.#atMs = null;
  }
}
