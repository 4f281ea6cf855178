import type { Tone } from '@svc-simulator/contract';
import { attemptError, type DeliveryModel, isForged, isProbePassed, probeTexts } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { hasLaterSuccess } from './story-steps.ts';

export const verdictTones = {
  unsent: 'plain',
  waiting: 'wait',
  retrying: 'wait',
  delivered: 'good',
  healed: 'good',
  forgery_taken: 'bad',
  refused: 'bad',
  unanswered: 'bad',
  probe_waiting: 'wait',
  probe_passed: 'good',
  probe_failed: 'bad',
} as const satisfies Record<string, Tone>;
export type DeliveryVerdict = keyof typeof verdictTones;

export function deliveryVerdict(delivery: DeliveryModel, all: readonly DeliveryModel[]): DeliveryVerdict {
  const { state, probe, attempts } = delivery;
  // Undefined before the first attempt, and after retention has deleted all attempts.
  const last = attempts.at(-1);
  if (probe) return !last ? 'probe_waiting' : isProbePassed(probe, last) ? 'probe_passed' : 'probe_failed';
  if (state === 'unsent') return state;
  if (state === 'delivered') return last && isForged(last.chaos) ? 'forgery_taken' : state;
  if (hasLaterSuccess(delivery, all)) return 'healed';
  if (state === 'open') return last ? 'retrying' : 'waiting';
  return last?.status === null ? 'unanswered' : 'refused';
}

export function verdictText(
  t: Texts,
  { state, probe, attempts }: DeliveryModel,
  verdict: DeliveryVerdict,
): string | undefined {
  const last = attempts.at(-1);
  if (verdict === 'unsent') return t('console.delivery.verdict.unsent');
  if (!last)
    return t(state === 'open' ? 'console.delivery.verdict.waiting' : 'console.delivery.verdict.gone');
  if (probe) return probeTexts(t, probe, last).why;
  const { status, attempt } = last;
  const error = attemptError(last.error, t);
  const [outcome, answer] =
    status === null
      ? ['unanswered', t('console.delivery.verdict.silent', { error })]
      : ['refused', t('console.delivery.verdict.answered', { status })];
  const name = verdict === 'healed' ? outcome : verdict;
  return t.maybe(`console.delivery.verdict.${name}`, { status, error, answer, attempt, attempts: attempt });
}
