import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describeSnapshots } from '@svc-simulator/test-support/snapshot-promises.ts';

describeSnapshots('the embedded store', () => TestSimulator.start());
