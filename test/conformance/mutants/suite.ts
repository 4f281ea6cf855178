import { operations } from '@svc-simulator/contract';
import { TestCluster } from '../../../packages/store/test/postgres/test-cluster.ts';
import { everyCase, writtenCases } from '../every-case.ts';
import { judgementOf } from '../report.ts';
import { runSuite } from '../suite.ts';

/**
 * `run.js` takes it from the bundle of this file.
 * @public
 */
export const startCluster = () => TestCluster.start();

/** Judges a simulator that was bundled for it, whose pages have no files beside the bundle; with `first` only up to the first case that differs. */
export async function judge(baseUrl: string, { first = false, generated = true } = {}) {
  const all = generated ? everyCase() : writtenCases();
  const cases = all.filter(({ operation }) => operation !== 'showApiPage');
  return judgementOf(baseUrl, await runSuite({ baseUrl, cases, all: true, first }));
}

/** Surfaces that only simulators have. */
const own = new Set<string>(
  operations.filter(({ path }) => /^\/(console|control|metrics)\b/.test(path)).map(({ id }) => id),
);
/** What the specification leaves to a server: its languages, and headers that are too long. */
const left = ['createAgreement.problem-language', 'getHealth.parser-problems'];

/** Judges the server of somebody else's by what the provider's own service does. */
export async function judgeStranger(baseUrl: string, { first = false } = {}) {
  const cases = writtenCases().filter(({ id, operation }) => !own.has(operation) && !left.includes(id));
  return judgementOf(baseUrl, await runSuite({ baseUrl, cases, all: true, first }));
}
