import { expect, it } from 'vitest';
import { KillCycles } from './support/kill-cycles.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulatorProcess } from './support/simulator.ts';

/** 300 take some minutes: `SIM_KILL_CYCLES=300 npx vitest run --config test/vitest.config.ts test/crash.test.ts` */
const CYCLES = Number(process.env.SIM_KILL_CYCLES ?? 4);

it(
  `loses no acknowledged write and no webhook when the simulator is killed under load, ${CYCLES} times`,
  async () => {
    const dataDir = scratchFolder();
    const { figures, instances } = await KillCycles.run({
      cycles: CYCLES,
      instances: 1,
      start: () => startSimulatorProcess({ dataDir, args: ['--accreditation-delay', '1500'] }),
      victims: () => [0],
    });
    console.info(`killed under load: ${JSON.stringify(figures)}`);
    expect(figures.kills).toBe(CYCLES);
    expect(figures.payments).toBeGreaterThan(5 * CYCLES);
    expect(figures.repeated, 'requests were under way').toBeGreaterThan(CYCLES);
    expect(await instances[0]?.stop()).toEqual({ code: 0, signal: null });
  },
  120_000 + CYCLES * 10_000,
);
