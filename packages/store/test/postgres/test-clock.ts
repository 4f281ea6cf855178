import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';

/**
 * A manual clock for what works over a socket: before it goes on, and after each timer, it waits until everything that follows
 * from the timers before has ended. `ManualClock` alone gives a commit a few turns of the event loop, which a database
 * server does not keep to.
 */
export class PatientClock extends ManualClock {
  readonly #idle: (() => Promise<void>)[] = [];

  /** Waits for `idle` too, which resolves when nothing is under way. */
  settle(idle: () => Promise<void>): void {
    this.#idle.push(idle);
  }

  override async advanceTo(toMs: number): Promise<void> {
    for (;;) {
      await this.#settled();
      if (this.nextAt > toMs) break;
      await super.advanceTo(Math.max(this.nextAt, this.now()));
    }
    await super.advanceTo(toMs);
    await this.#settled();
  }

  /** What one does may become the work of another. */
  async #settled(): Promise<void> {
    for (let round = 0; round < 2; round++) for (const idle of this.#idle) await idle();
  }
}
