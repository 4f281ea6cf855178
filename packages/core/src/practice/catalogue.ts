import type { TraceType } from '@svc-simulator/contract';
import { badOutcomes } from './bad-outcomes.ts';
import { firstSteps } from './first-steps.ts';
import type { Practice, PracticeEvidence } from './practice.ts';
import { serverConfirmation } from './server-confirmation.ts';
import { splitsAndRequests } from './splits-and-requests.ts';
import { terminals } from './terminals.ts';
import { webhookPractices } from './webhooks.ts';

/** What somebody learns here, in the order of learning; each is decided from a single trace event. */
export const practices: readonly Practice[] = [
  ...firstSteps,
  ...webhookPractices,
  ...badOutcomes,
  ...serverConfirmation,
  ...splitsAndRequests,
  ...terminals,
];

const none: readonly string[] = [];
const byType = new Map<TraceType, readonly Practice[]>();
for (const type of practices.flatMap(({ types }) => types)) {
  byType.set(
    type,
    practices.filter(({ types }) => types.includes(type)),
  );
}

/** Ids of the practices that this event shows to be done; most types of event show none, at the cost of one look-up. */
export function practicesOf({ type, data }: PracticeEvidence): readonly string[] {
  const candidates = byType.get(type);
  if (candidates === undefined || data.from_file === true) return none;
  return candidates.filter(({ shown }) => shown?.(data) ?? true).map(({ id }) => id);
}
