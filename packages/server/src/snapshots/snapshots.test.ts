import { describeSnapshots } from '@svc-simulator/test-support/describe-snapshots.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';

describeSnapshots('the embedded store', () => TestSimulator.start());
