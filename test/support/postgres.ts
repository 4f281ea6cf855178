import { onTestFinished } from 'vitest';
import { TestCluster } from '../../packages/store/test/postgres/test-cluster.ts';
import { migrateDatabase } from '../../packages/store/test/postgres/test-stores.ts';

export { TestCluster };

/** Creates a database with the schema; if `isEmpty`, without it. Drops the database when the test ends. */
export async function testDatabase({ isEmpty = false } = {}): Promise<string> {
  const cluster = await TestCluster.shared();
  const url = await cluster.database(isEmpty ? undefined : migrateDatabase);
  onTestFinished(() => cluster.drop([url]));
  return url;
}
