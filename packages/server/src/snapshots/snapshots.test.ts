import { TestSimulator } from '../test-simulator.ts';
import { describeSnapshots } from './snapshot-promises.fixture.ts';

describeSnapshots('the embedded store', () => TestSimulator.start());
