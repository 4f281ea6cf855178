import type { SimulatorOptions } from '@svc-simulator/simulator/simulator.ts';
import { afterAll } from 'vitest';
import { TestStores } from '../../store/test/postgres/test-stores.ts';
import { TestSimulator } from './simulator.ts';

export interface Instances {
  readonly sim: TestSimulator;
  /** Another instance on the same database. In memory there is only one instance, so `other` is `sim`. */
  readonly other: TestSimulator;
}

/**
 * Returns the rows of a `describe.each`, one per kind of store, with a function that starts the instances.
 * All tests of the file share the instances, each with its own account.
 */
export function eachStore(options: SimulatorOptions = {}): (readonly [string, () => Promise<Instances>])[] {
  const databases = new TestStores();
  const database = async () => ({ database: await databases.database(), ...options });
  return [
    ['in memory', shareInstances(1, async () => ({ throwaway: !options.hosted, ...options }))],
    ['in PostgreSQL, by two instances', shareInstances(2, database)],
  ];
}

/** Starts the instances on the first call. Each call sets their clocks to the same time. */
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
