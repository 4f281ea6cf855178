import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';

/**
 * A manual clock for stores that work over sockets. Before it moves, and after each timer, it waits until the
 * stores are idle. `ManualClock` waits only a few turns of the event loop, which is too short for a database
 * server.
 */
export class PatientClock extends ManualClock {
  readonly #waits: (() => Promise<void>)[] = [];

  waitFor(whenIdle: () => Promise<void>): void {
    this.#waits.push(whenIdle);
  }

  override async advanceTo(toMs: number): Promise<void> {
    for (;;) {
      await this.#waitUntilIdle();
      if (this.nextAt > toMs) break;
      await super.advanceTo(Math.max(this.nextAt, this.now()));
    }
    await super.advanceTo(toMs);
    await this.#waitUntilIdle();
  }

  async #waitUntilIdle(): Promise<void> {
    for (let round = 0; round < 2; round++) for (const whenIdle of this.#waits) await whenIdle();
  }
}
