import { forcedOutcomes, isOneOf, shortEvent, type TraceEvent } from '@svc-simulator/contract';
import { preventionBy } from '@svc-simulator/core';
import type { SessionState, WebhookEventName } from '../sessions-api.ts';

/** Returns the type of the event with which a session reaches the state. */
function eventOfState(state: SessionState): string {
  return `session.${state === 'accreditation_to_recipient_failed' ? 'accreditation_failed' : state}`;
}

export function isReachedBy(state: SessionState, event: TraceEvent): boolean {
  return event.type === eventOfState(state);
}

/**
 * Returns the earlier state after which a session can no longer reach this one (contract section 3, States);
 * undefined if it still can.
 */
export function preventedBy(state: SessionState, events: readonly TraceEvent[]): string | undefined {
  const type = eventOfState(state);
  return events.find((event) => preventionBy({ type }, event))?.type.replace('session.', '');
}

const accompanyingStates: Readonly<Record<string, SessionState>> = {
  partially_accredited: 'accredited',
  failed_credit: 'accreditation_to_recipient_failed',
};

/**
 * Returns the state in which a webhook is emitted: `accredited` for `partially_accredited`; null for
 * `created`.
 */
export function stateForWebhook(event: WebhookEventName): SessionState | null {
  const short = shortEvent(event);
  const name = accompanyingStates[short] ?? short;
  return isOneOf(forcedOutcomes, name) ? name : null;
}
