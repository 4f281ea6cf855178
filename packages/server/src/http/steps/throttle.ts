import { throttled } from '../refusals.ts';
import { when } from '../when.ts';
import type { Step } from './step.ts';

/** Counts the requests of the payment-session API, and says in every answer what is left of them. */
export const throttle: Step = ({ throttle }, { operation }) => {
  if (operation.family !== 'session') return undefined;
  return (call) => {
    const { account, now, answerHeaders } = call;
    if (!account) return undefined;
    return when(throttle.count(account, now), (verdict) => {
      if (!verdict) return undefined;
      Object.assign(answerHeaders, verdict.headers);
      return verdict.passed ? undefined : throttled(account).refusal;
    });
  };
};
