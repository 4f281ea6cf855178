import { onTestFinished } from 'vitest';
import { TestCluster } from '../../packages/store/test/postgres/test-cluster.ts';
import { migrated } from '../../packages/store/test/postgres/test-stores.ts';

export { TestCluster };

/** The URL of a new database that has the schema, or nothing yet; it goes when the test has ended. */
export async function testDatabase({ isEmpty = false } = {}): Promise<string> {
  const cluster = await TestCluster.shared();
  const url = await cluster.database(isEmpty ? undefined : migrated);
  onTestFinished(() => cluster.drop([url]));
  return url;
}
