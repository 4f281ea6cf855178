import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './support/tally-reporter.ts';
import { acrossPackages, common, LongestFirst, proof, root } from './vitest.config.ts';

/**
 * What `npm test` runs: all that `unit`, `service` and `system` have, as one project. Its sources are transformed once and loaded
 * once for each worker, and what waits in one test leaves its processor to any other; three projects are three of all that, one
 * after the other.
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
          // Two are at work where there are two processors, and one waits; more would only delay each other.
          maxWorkers: Math.max(3, availableParallelism() - 1),
          name: 'all',
          include: ['test/**/*.test.ts', 'packages/*/src/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', proof],
        },
      },
    ],
  },
});
