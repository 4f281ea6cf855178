import type { Check } from './check.ts';
import { deliveryChecks } from './delivery-checks.ts';
import { diagnosed, failed, isAccepted, passed, type Verdict } from './finding.ts';
import type { Sent } from './receiver-under-test.ts';
import { brokenBody, signatureChecks } from './signature-checks.ts';

/** Whoever takes longer does its work before it answers. */
const SLOW_MS = 1000;

const genuineChecks: readonly Check[] = [
  {
    id: 'genuine_webhook',
    async run(receiver) {
      const { attempt } = await receiver.created();
      return isAccepted(attempt) ? passed : diagnosed('genuine_webhook', attempt, await receiver.variant());
    },
  },
  {
    id: 'all_events',
    async run(receiver) {
      const lost = (await receiver.events()).find(({ attempt }) => !isAccepted(attempt));
      if (!lost) return passed;
      return about(lost.event, diagnosed('all_events', lost.attempt, await receiver.variant()));
    },
  },
  {
    id: 'fast_answers',
    needs: ['all_events'],
    async run(receiver) {
      const isSlow = ({ attempt }: Sent) => attempt.durationMs > SLOW_MS;
      const slow = (await receiver.events()).find(isSlow);
      if (!slow) return passed;
      // Once may be the machine's fault, or of a receiver that has just started.
      const again = (await receiver.furtherEvents()).find(
        (sent) => sent.event === slow.event && isSlow(sent),
      );
      return again ? about(again.event, failed('fast_answers', again.attempt)) : passed;
    },
  },
];

/** All checks in their order: the first makes what the others build on, the last may end the receiver. */
export const checks: readonly Check[] = [...genuineChecks, ...signatureChecks, ...deliveryChecks, brokenBody];

function about(event: string, verdict: Verdict): Verdict {
  if (verdict.outcome !== 'failed') return verdict;
  const { es, en } = verdict.why;
  return { ...verdict, why: { es: `${event}: ${es}`, en: `${event}: ${en}` } };
}
