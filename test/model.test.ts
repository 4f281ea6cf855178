import { expect, it } from 'vitest';
import { runHistories } from './support/model-run.ts';

/** 2 000 take their time: `SIM_MODEL_RUNS=2000 npx vitest run --config test/vitest.config.ts test/model.test.ts` */
const RUNS = Number(process.env.SIM_MODEL_RUNS ?? 4);
/** Another one, or that of a run that failed, by `SIM_MODEL_SEED`. */
const SEED = Number(process.env.SIM_MODEL_SEED ?? 20_261_121);

it(
  `returns the results of a plain model for ${RUNS} random histories with restarts and crashes, in every store`,
  async () => {
    console.info(`model: ${RUNS} histories, seed ${SEED}`);
    const commands = await runHistories(RUNS, SEED);
    console.info(`model: ${commands} commands`);
    expect(commands).toBeGreaterThan(10 * RUNS);
  },
  // One takes a second and a half alone, and many times that with other tests.
  120_000 + RUNS * 20_000,
);
