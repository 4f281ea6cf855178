import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestAccount, TestSimulator } from './simulator.ts';

type Options = Parameters<typeof TestSimulator.start>[0];

/** A simulator for all tests of the file or block that waits for it. */
export async function simulatorOfBlock(options?: Options): Promise<TestSimulator> {
  const sim = await TestSimulator.start(options);
  afterAll(() => sim.close());
  return sim;
}

/** The same with an account. */
export async function inAccount() {
  const sim = await simulatorOfBlock();
  return { sim, account: await sim.account() };
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
