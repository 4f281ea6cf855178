import { TestCluster } from '../../../packages/store/test/postgres/test-cluster.ts';
import { everyCase, writtenCases } from '../../conformance/every-case.ts';
import { judgementOf } from '../../conformance/report.ts';
import { runSuite } from '../../conformance/suite.ts';

/**
 * Exported for `run.js`, which loads the bundle of this file.
 * @public
 */
export const startCluster = () => TestCluster.start();

/** Judges a simulator whose bundle has no files of pages. With `first`, stops at the first failing case. */
export async function judge(baseUrl: string, { first = false, generated = true } = {}) {
  const all = generated ? everyCase() : writtenCases();
  const cases = all.filter(({ operation }) => operation !== 'showApiPage');
  return judgementOf(baseUrl, await runSuite({ baseUrl, cases, all: true, first }));
}
