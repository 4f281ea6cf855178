import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestAccount, TestSimulator } from './simulator.ts';

type Options = Parameters<typeof TestSimulator.start>[0];

/** Starts a simulator for all tests of the file or block. */
export async function simulatorOfBlock(options?: Options): Promise<TestSimulator> {
  const sim = await TestSimulator.start(options);
  afterAll(() => sim.close());
  return sim;
}

/** Starts a simulator with an account for all tests of the file or block. */
export async function startAccountForBlock() {
  const sim = await simulatorOfBlock();
  return { sim, account: await sim.account() };
}

/** Starts a simulator for all tests of a file. Before each test, passes it with a new account to `enter`. */
export function startAccountForEachTest(
  enter: (visit: { readonly sim: TestSimulator; readonly account: TestAccount }) => void,
): void {
  let sim: TestSimulator;
  beforeAll(async () => {
    sim = await TestSimulator.start();
  });
  beforeEach(async () => enter({ sim, account: await sim.account() }));
  afterAll(() => sim.close());
}
