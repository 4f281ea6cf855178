import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { pageParts } from '../packages/cli/build/page-parts.js';
import { TallyReporter } from './support/tally-reporter.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Two projects: `unit` beside the sources, and `system` for what crosses packages (binary, browser, crash), after it.
 * Files in one worker share what they import: loading it anew for each costs more than most of them do. Two workers where there
 * are no more cores, as tests also wait; none sleeps for a fixed time. Time-outs are for what never ends, on a machine with other
 * work to do.
 */
export default defineConfig({
  root,
  test: {
    reporters: ['default', new TallyReporter()],
    projects: [
      {
        root,
        plugins: [pageParts()],
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}'],
          isolate: false,
          expect: { requireAssertions: true },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        plugins: [pageParts()],
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          isolate: false,
          expect: { requireAssertions: true },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each test has processes of its own, which have the other cores.
          maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
