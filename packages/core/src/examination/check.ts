import type { CheckId, Verdict } from './finding.ts';
import type { ReceiverUnderTest } from './receiver-under-test.ts';

/** One thing that is looked at. */
export interface Check {
  readonly id: CheckId;
  /** Other checks, without which this one would prove nothing. */
  readonly needs?: readonly CheckId[];
  run(receiver: ReceiverUnderTest): Promise<Verdict>;
}
