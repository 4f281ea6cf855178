import { expect, it } from 'vitest';
import { runHistories } from './support/model-run.ts';

/**
 * More histories take longer: `SIM_MODEL_RUNS=2000 npx vitest run --config test/vitest.config.ts
 * test/model.test.ts`
 */
const RUNS = Number(process.env.SIM_MODEL_RUNS ?? 4);
/** `SIM_MODEL_SEED` sets another seed, such as that of a failed run. */
const SEED = Number(process.env.SIM_MODEL_SEED ?? 20_261_121);

it(
  `returns the same results as a simple model for ${RUNS} random histories with restarts and crashes, in every store`,
  async () => {
    console.info(`model: ${RUNS} histories, seed ${SEED}`);
    const commands = await runHistories(RUNS, SEED);
    console.info(`model: ${commands} commands`);
    expect(commands).toBeGreaterThan(10 * RUNS);
  },
  // On an idle machine, a history takes 1.5 s.
  120_000 + RUNS * 20_000,
);
