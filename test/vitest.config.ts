import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './support/tally-reporter.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Two projects: `unit` beside the sources, and `system` for what crosses packages (binary, browser, crash).
 * System tests start real processes, so they get long time-outs and come after the unit tests, which use two cores where there
 * are no more; none of them sleeps for a fixed time.
 */
export default defineConfig({
  root,
  test: {
    reporters: ['default', new TallyReporter()],
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Their processes have the other cores.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
