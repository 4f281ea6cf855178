import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestAccount, TestSimulator } from './simulator.ts';

/** A simulator with an account for all tests of a block; `enter` is called with them before the first. */
export function inAccount(
  enter: (visit: { readonly sim: TestSimulator; readonly account: TestAccount }) => void,
): void {
  let sim: TestSimulator;
  beforeAll(async () => {
    sim = await TestSimulator.start();
    enter({ sim, account: await sim.account() });
  });
  afterAll(() => sim.close());
}

/** A simulator for all tests of a file, with an account of its own for each; `enter` is called with them before it. */
export function inAccounts(
  enter: (visit: { readonly sim: TestSimulator; readonly account: TestAccount }) => void,
): void {
  let sim: TestSimulator;
  beforeAll(async () => {
    sim = await TestSimulator.start();
  });
  beforeEach(async () => enter({ sim, account: await sim.account() }));
  afterAll(() => sim.close());
}
