import type { SimulatorOptions } from '@svc-simulator/simulator/simulator.ts';
import { afterAll } from 'vitest';
import { TestStores } from '../../store/test/postgres/test-stores.ts';
import { TestSimulator } from './simulator.ts';

/** A simulator, and another instance of it where its store can have two; otherwise the same again. */
export interface Instances {
  readonly sim: TestSimulator;
  readonly other: TestSimulator;
}

/**
 * For `describe.each`: what a test of both stores begins with. Each file asks for its own, as its hooks end with it; its tests share
 * them, and keep apart by accounts of their own. To start two instances takes longer than most of those tests.
 */
export function eachStore(): (readonly [string, () => Promise<Instances>])[] {
  const databases = new TestStores();
  const database = async () => ({ database: await databases.database() });
  return [
    ['in memory', shared(1, async () => ({ throwaway: true }))],
    ['in PostgreSQL, by two instances', shared(2, database)],
  ];
}

/** Starts them for the first test that asks; to each their clocks show the same. */
function shared(count: 1 | 2, options: () => Promise<SimulatorOptions>): () => Promise<Instances> {
  let started: Promise<readonly TestSimulator[]> | undefined;
  afterAll(async () => void (await Promise.all((await started)?.map((one) => one.close()) ?? [])));
  const start = async () => {
    const own = await options();
    const all = Array.from({ length: count }, () => TestSimulator.start(own));
    return Promise.all(all);
  };
  return async () => {
    started ??= start();
    const all = await started;
    const latest = Math.max(...all.map(({ clock }) => clock.now()));
    for (const one of all) {
      one.headers = {};
      await one.clock.advanceTo(latest);
    }
    const [sim, other = sim] = all as [TestSimulator, TestSimulator?];
    return { sim, other };
  };
}
