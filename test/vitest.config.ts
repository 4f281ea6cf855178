import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sourcePlugins } from '../packages/cli/build/settings.js';
import { TallyReporter } from './support/tally-reporter.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Tests without processes, databases, or disk, and checks of declarations: whole packages, and files named
 * so.
 */
const unit = [
  'packages/{client,contract,core,machine,qr-png,texts,webhooks}/src/**/*.test.{ts,tsx}',
  'packages/*/src/**/*.unit.test.{ts,tsx}',
];

/**
 * Files that take ten seconds or more of processor time start first; otherwise the other workers would wait
 * for them at the end.
 */
const longest =
  /\/(console-walk|third-language|conformance|doctor|package|full-memory|console|console-acts|tenant-abuse|terminal-page|chaos|crash-postgres|readme|http-abuse|docs-shown|generated-clients|postman)\.test\.ts$/;

/** Collects all garbage many times, which is ten times as fast in a worker that has loaded nothing else. */
const emptiest = /\/text-memory\.test\.ts$/;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const defaultOrder = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) =>
      [emptiest, longest, /./].findIndex((all) => all.test(moduleId));
    return defaultOrder.sort((one, other) => rank(one) - rank(other));
  }
}

export const common = { root, plugins: sourcePlugins() };
const bounds = {
  globalSetup: `${root}packages/store/test/postgres/cluster-folder.ts`,
  isolate: false,
  // Most code of a test runs too seldom to be worth optimizing; requests run thousands of times. Most memory
  // is garbage at once. Each option saves a tenth of a worker's processor time.
  execArgv: ['--interrupt-budget=250000', '--max-semi-space-size=64'],
  // Vitest's default of one second would limit how busy the machine may be.
  expect: { requireAssertions: true, poll: { timeout: 20_000 } },
  // Developers may use another language.
  env: { LANG: 'C' },
};
const besideSources = {
  ...bounds,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: Math.max(2, availableParallelism() - 1),
  sequence: { groupOrder: 0 },
};

export const proof = 'test/proof/**/*.test.ts';
export const acrossPackages = {
  ...bounds,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Each test has its own processes, which use the other cores; it waits for them a third of its time.
  maxWorkers: Math.max(4, Math.floor(availableParallelism() / 2)),
  sequence: { groupOrder: 1 },
};

/**
 * The short loops: `npm test` runs all in one (`all.config.ts`). `unit` and `service` are next to the
 * sources, by directory and name; `system` crosses packages (binary, browser, crash); `proof` runs only by
 * `npm run test:proof`. Files in a worker share imports, because loading them again costs more than most
 * tests. At least two workers, because tests also wait; none sleeps for a fixed time. Timeouts are for
 * hanging tests on a busy machine.
 */
export default defineConfig({
  root,
  test: {
    reporters: ['default', new TallyReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      { ...common, test: { ...besideSources, name: 'unit', include: unit } },
      {
        ...common,
        test: {
          ...besideSources,
          name: 'service',
          include: ['packages/*/src/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...unit],
        },
      },
      {
        ...common,
        test: {
          ...acrossPackages,
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', proof],
        },
      },
      { ...common, test: { ...acrossPackages, name: 'proof', include: [proof] } },
    ],
  },
});
