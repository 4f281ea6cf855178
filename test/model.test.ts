import { expect, it } from 'vitest';
import { embeddedPlace, runHistories } from './support/model-run.ts';

/** 2 000 take some minutes: `SIM_MODEL_RUNS=2000 npx vitest run --config test/vitest.config.ts test/model.test.ts` */
const RUNS = Number(process.env.SIM_MODEL_RUNS ?? 25);
/** Another one, or that of a run that failed, by `SIM_MODEL_SEED`. */
const SEED = Number(process.env.SIM_MODEL_SEED ?? 20_261_121);

it(
  `answers ${RUNS} random histories as a plain model says, over restarts and deaths`,
  async () => {
    console.info(`model: ${RUNS} histories, seed ${SEED}`);
    const commands = await runHistories({
      runs: RUNS,
      seed: SEED,
      places: async () => [await embeddedPlace()],
    });
    console.info(`model: ${commands} commands`);
    expect(commands).toBeGreaterThan(10 * RUNS);
  },
  120_000 + RUNS * 2000,
);
