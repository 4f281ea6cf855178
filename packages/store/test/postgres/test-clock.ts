import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';

/**
 * A manual clock for work over sockets: before it continues, and after each timer, it waits until all
 * consequences have ended. `ManualClock` waits only a few turns of the event loop, which is too short for a
 * database server.
 */
export class PatientClock extends ManualClock {
  readonly #idle: (() => Promise<void>)[] = [];

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

  async #settled(): Promise<void> {
    for (let round = 0; round < 2; round++) for (const idle of this.#idle) await idle();
  }
}
