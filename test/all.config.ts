import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './support/tally-reporter.ts';
import { acrossPackages, common, LongestFirst, proof, root } from './vitest.config.ts';

/**
 * Runs `unit`, `service` and `system` as one project for `npm test`. As three projects, they would run one
 * after the other, and each would load the sources again.
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
          // On two processors, two of three workers run while one waits. More workers would delay each other.
          maxWorkers: Math.max(3, availableParallelism() - 1),
          name: 'all',
          include: ['test/**/*.test.ts', 'packages/*/src/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', proof],
        },
      },
    ],
  },
});
