import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './support/tally-reporter.ts';
import { acrossPackages, common, LongestFirst, proof, root } from './vitest.config.ts';

/**
 * Runs `unit`, `service` and `system` as one project for `npm test`. Sources are transformed and loaded once
 * per worker, and a waiting test frees its processor; three projects would run one after the other.
 */
export default defineConfig({
  root,
  test: {
    reporters: ['default', new TallyReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...common,
        test: {
          ...acrossPackages,
          // With two processors, two workers run and one waits; more would only delay each other.
          maxWorkers: Math.max(3, availableParallelism() - 1),
          name: 'all',
          include: ['test/**/*.test.ts', 'packages/*/src/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', proof],
        },
      },
    ],
  },
});
