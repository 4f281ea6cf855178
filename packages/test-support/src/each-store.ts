import type { SimulatorOptions } from '@svc-simulator/simulator/simulator.ts';
import { onTestFinished } from 'vitest';
import { TestStores } from '../../store/test/postgres/test-stores.ts';
import { TestSimulator } from './simulator.ts';

/** A simulator, and another instance of it where its store can have two; otherwise the same again. */
export interface Instances {
  readonly sim: TestSimulator;
  readonly other: TestSimulator;
}

async function started(options: SimulatorOptions): Promise<TestSimulator> {
  const sim = await TestSimulator.start(options);
  onTestFinished(() => sim.close());
  return sim;
}

/** For `describe.each`: what a test of both stores begins with. Each file asks for its own, as its hooks end with it. */
export function eachStore(): (readonly [string, () => Promise<Instances>])[] {
  const databases = new TestStores();
  return [
    [
      'in memory',
      async () => {
        const sim = await started({ throwaway: true });
        return { sim, other: sim };
      },
    ],
    [
      'in PostgreSQL, by two instances',
      async () => {
        const database = await databases.database();
        return { sim: await started({ database }), other: await started({ database }) };
      },
    ],
  ];
}
