import { TestSimulator } from '../../test/simulator.ts';
import { describeSnapshots } from '../../test/snapshot-promises.ts';

describeSnapshots('the embedded store', () => TestSimulator.start());
