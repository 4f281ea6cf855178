import { onTestFinished } from 'vitest';
import { TestCluster } from '../../packages/store/test/postgres/test-cluster.ts';

export { TestCluster };

/** The URL of a new database, which goes when the test has ended. */
export async function testDatabase(): Promise<string> {
  const cluster = await TestCluster.shared();
  const url = await cluster.database();
  onTestFinished(() => cluster.drop([url]));
  return url;
}
