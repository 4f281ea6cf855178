import type { NameIn } from '@svc-simulator/texts/texts.ts';
import type { Verdict } from './finding.ts';
import type { ReceiverUnderTest } from './receiver-under-test.ts';

/**
 * What the catalogues say of it: what a good receiver does (`title`), why a fault matters, going on after
 * `The receiver answered 500:` (`because`), and how to mend it (`mend`).
 */
export type CheckId = NameIn<'examination.check', 'title'>;

/** One thing that is looked at. */
export interface Check {
  readonly id: CheckId;
  /** Other checks, without which this one would prove nothing. */
  readonly needs?: readonly CheckId[];
  run(receiver: ReceiverUnderTest): Promise<Verdict>;
}
