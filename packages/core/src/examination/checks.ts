import type { Check } from './check.ts';
import { deliveryChecks } from './delivery-checks.ts';
import { type CheckId, diagnosed, failed, isAccepted, passed, type Verdict } from './finding.ts';
import type { ReceiverUnderTest, Sent } from './receiver-under-test.ts';
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
      return allTaken('all_events', await receiver.events(), receiver);
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

/** Ends of sessions that only who runs the simulator can bring about. */
export interface SessionEnds {
  /** A session whose accreditation comes long after its payment: all its webhooks. */
  accreditLate(): Promise<readonly Sent[]>;
  /** A session that expires: the webhook of that, which only an account with `extra_events` sends. */
  expire(): Promise<Sent | undefined>;
}

/** Checks of ends of sessions, which scenarios have beside the others. */
export function endChecks(ends: SessionEnds): readonly Check[] {
  return [
    {
      id: 'late_accreditation',
      run: async (receiver) => allTaken('late_accreditation', await ends.accreditLate(), receiver),
    },
    {
      id: 'expired_session',
      async run(receiver) {
        const sent = await ends.expire();
        return sent ? allTaken('expired_session', [sent], receiver) : toldNobody;
      },
    },
  ];
}

const toldNobody: Verdict = {
  outcome: 'skipped',
  because: (t) => t('examination.expired_unsent'),
};

async function allTaken(id: CheckId, sent: readonly Sent[], receiver: ReceiverUnderTest): Promise<Verdict> {
  const lost = sent.find(({ attempt }) => !isAccepted(attempt));
  if (!lost) return passed;
  return about(lost.event, diagnosed(id, lost.attempt, await receiver.variant()));
}

function about(event: string, verdict: Verdict): Verdict {
  if (verdict.outcome !== 'failed') return verdict;
  return { ...verdict, why: (t) => `${event}: ${verdict.why(t)}` };
}
