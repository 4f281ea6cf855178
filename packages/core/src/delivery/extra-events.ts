import type { WebhookEvent } from '@svc-simulator/contract';
import type { SessionRecord } from '../records.ts';
import type { SessionDecision } from '../session/session-decision.ts';

/**
 * What a decision emits for an account that has the setting `extra_events`: its own webhooks, and those beside them that later
 * documents name. `before` is the session that the decision was made about; null when it is new.
 */
export function withExtraEvents(
  before: SessionRecord | null,
  { session, effects }: SessionDecision,
): readonly WebhookEvent[] {
  const { status, credits } = session;
  const events = effects.emissions.flatMap((event): readonly WebhookEvent[] => {
    // With one receiver, leg 2 is all or nothing.
    if (event === 'payment_session.accredited' && credits && credits.length > 1)
      return ['payment_session.partially_accredited', event];
    if (event === 'payment_session.accreditation_to_recipient_failed')
      return [event, 'payment_session.failed_credit'];
    return [event];
  });
  const hasEnded = status !== before?.status && (status === 'failed' || status === 'expired');
  return hasEnded ? [...events, `payment_session.${status}`] : events;
}
