import type { SimulatorOptions } from '@svc-simulator/simulator/simulator.ts';
import { afterAll } from 'vitest';
import { TestStores } from '../../store/test/postgres/test-stores.ts';
import { TestSimulator } from './simulator.ts';

/** A simulator and another instance of it, or the same one if its store allows only one. */
export interface Instances {
  readonly sim: TestSimulator;
  readonly other: TestSimulator;
}

/**
 * Returns rows for `describe.each` that start instances on each store. Called once per test file: the file's
 * hooks close the instances, and its tests share them with separate accounts.
 */
export function eachStore(options: SimulatorOptions = {}): (readonly [string, () => Promise<Instances>])[] {
  const databases = new TestStores();
  const database = async () => ({ database: await databases.database(), ...options });
  return [
    ['in memory', shareInstances(1, async () => ({ throwaway: !options.hosted, ...options }))],
    ['in PostgreSQL, by two instances', shareInstances(2, database)],
  ];
}

/** Starts the instances when the first test needs them, and sets all their clocks to the same time. */
function shareInstances(count: 1 | 2, options: () => Promise<SimulatorOptions>): () => Promise<Instances> {
  let starting: Promise<readonly TestSimulator[]> | undefined;
  afterAll(async () => void (await Promise.all((await starting)?.map((one) => one.close()) ?? [])));
  const start = async () => {
    const startOptions = await options();
    const all = Array.from({ length: count }, () => TestSimulator.start(startOptions));
    return Promise.all(all);
  };
  return async () => {
    starting ??= start();
    const all = await starting;
    const latest = Math.max(...all.map(({ clock }) => clock.now()));
    for (const one of all) {
      one.headers = {};
      await one.clock.advanceTo(latest);
    }
    const [sim, other = sim] = all as [TestSimulator, TestSimulator?];
    return { sim, other };
  };
}
