import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sourcePlugins } from '../packages/cli/build/settings.js';
import { TallyReporter } from './support/tally-reporter.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests without processes, databases or disk: those of whole packages, and files named `*.unit.test.ts`. */
const unit = [
  'packages/{client,contract,core,machine,qr-png,texts,webhooks}/src/**/*.test.{ts,tsx}',
  'packages/*/src/**/*.unit.test.{ts,tsx}',
];

/** Files that take 10 s or more of processor time. They start first, so that none runs alone at the end. */
const longest =
  /\/(console-walk|third-language|conformance|doctor|package|full-memory|console|console-acts|tenant-abuse|terminal-page|chaos|crash-postgres|readme|http-abuse|docs-shown|generated-clients|postman)\.test\.ts$/;

/** Starts before all others, because its garbage collections are ten times faster in an empty worker. */
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
  // Each option saves a tenth of a worker's processor time. Less code is optimized, because most code of a
  // test runs seldom. The young generation is larger, because most objects are short-lived.
  execArgv: ['--interrupt-budget=250000', '--max-semi-space-size=64'],
  // Vitest's default is one second, in which a test on a busy machine can fail.
  expect: { requireAssertions: true, poll: { timeout: 20_000 } },
  // The tests expect English, whatever language the developer's machine uses.
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
  // At least four, because a test waits a third of its time for the processes that it has started.
  maxWorkers: Math.max(4, Math.floor(availableParallelism() / 2)),
  sequence: { groupOrder: 1 },
};

/**
 * Projects for running a part of the tests; `npm test` runs them as one project (`all.config.ts`). `unit` and
 * `service` are next to the sources. `system` is in `test`. `proof` runs only with `npm run test:proof`.
 * Files in a worker share imports, because loading them again takes longer than most tests.
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
