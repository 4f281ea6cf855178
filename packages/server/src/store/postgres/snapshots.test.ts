import { describeSnapshots } from '../../snapshots/snapshot-promises.fixture.ts';
import { TestSimulator } from '../../test-simulator.ts';
import { TestStores } from './test-stores.ts';

const stores = new TestStores();

describeSnapshots('PostgreSQL', async () => TestSimulator.start({ database: await stores.database() }));
