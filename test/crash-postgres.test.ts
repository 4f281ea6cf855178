import { expect, it } from 'vitest';
import { KillCycles } from './support/kill-cycles.ts';
import { testDatabase } from './support/postgres.ts';
import { startSimulatorProcess } from './support/simulator.ts';

/**
 * 100 take minutes: `SIM_KILL_CYCLES=100 npx vitest run --config test/vitest.config.ts
 * test/crash-postgres.test.ts`
 */
const CYCLES = Number(process.env.SIM_KILL_CYCLES ?? 2);

it(
  `loses no acknowledged write and no webhook when one or both of two instances are killed under load, ${CYCLES} times`,
  async () => {
    const database = await testDatabase();
    const { figures, instances } = await KillCycles.run({
      cycles: CYCLES,
      instances: 2,
      start: () =>
        startSimulatorProcess({ env: { SIM_DATABASE: database }, args: ['--accreditation-delay', '3000'] }),
      // Odd cycles kill one of the instances, in turn. Even cycles kill both at the same time.
      victims: (cycle) => (cycle % 2 === 0 ? [0, 1] : [(cycle >> 1) % 2]),
    });
    console.info(`killed under load: ${JSON.stringify(figures)}`);
    expect(figures.kills).toBe(CYCLES + Math.floor(CYCLES / 2));
    expect(figures.payments).toBeGreaterThan(3 * CYCLES);
    expect(figures.repeated, 'requests were under way').toBeGreaterThan(CYCLES);
    for (const instance of instances) expect(await instance.stop()).toEqual({ code: 0, signal: null });
  },
  120_000 + CYCLES * 10_000,
);
