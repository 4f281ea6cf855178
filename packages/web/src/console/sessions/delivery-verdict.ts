import type { Tone } from '@svc-simulator/contract';
import type { AttemptModel, DeliveryModel } from '@svc-simulator/core';
import { isForged } from '@svc-simulator/core';

/** What became of a delivery, or is becoming of it. */
export type Verdict =
  | 'unsent'
  | 'waiting'
  | 'retrying'
  | 'delivered'
  | 'forgery_taken'
  | 'refused'
  | 'unanswered'
  | 'probe_waiting'
  | 'probe_passed'
  | 'probe_failed';

export interface DeliveryVerdict {
  readonly verdict: Verdict;
  readonly tone: Tone;
  /** The attempt that decided, or the latest one so far; undefined before the first, or when retention has taken it. */
  readonly last: AttemptModel | undefined;
}

const tones: Readonly<Record<Verdict, Tone>> = {
  unsent: 'plain',
  waiting: 'wait',
  retrying: 'wait',
  delivered: 'good',
  forgery_taken: 'bad',
  refused: 'bad',
  unanswered: 'bad',
  probe_waiting: 'wait',
  probe_passed: 'good',
  probe_failed: 'bad',
};

/** Sums a delivery up. `isPassed` judges the answer to a probe. */
export function verdictOf(
  delivery: Pick<DeliveryModel, 'state' | 'probe' | 'attempts'>,
  isPassed: (attempt: AttemptModel) => boolean,
): DeliveryVerdict {
  const last = delivery.attempts.at(-1);
  const verdict = delivery.probe ? probeVerdict(last, isPassed) : ofWebhook(delivery.state, last);
  return { verdict, tone: tones[verdict], last };
}

function probeVerdict(last: AttemptModel | undefined, isPassed: (attempt: AttemptModel) => boolean): Verdict {
  if (!last) return 'probe_waiting';
  return isPassed(last) ? 'probe_passed' : 'probe_failed';
}

function ofWebhook(state: DeliveryModel['state'], last: AttemptModel | undefined): Verdict {
  switch (state) {
    case 'unsent':
      return state;
    case 'delivered':
      return last && isForged(last.chaos) ? 'forgery_taken' : state;
    case 'open':
      return last ? 'retrying' : 'waiting';
    default:
      return last?.status === null ? 'unanswered' : 'refused';
  }
}
