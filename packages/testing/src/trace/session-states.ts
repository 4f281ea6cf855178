import {
  type ForcedOutcome,
  isNameOf,
  isOneOf,
  legOutcomes,
  shortEvent,
  type TraceEvent,
} from '@svc-simulator/contract';
import type { SessionState, WebhookEventName } from '../sessions-api.ts';

interface StateEvents {
  /** The event with which a session reaches the state. */
  readonly type: string;
  /** The events after which a session can no longer reach the state (contract section 3, States). */
  readonly never: readonly string[];
}

const stateEvents: Readonly<Record<SessionState, StateEvents>> = {
  paid: { type: 'session.paid', never: ['session.failed', 'session.expired'] },
  failed: { type: 'session.failed', never: ['session.paid', 'session.expired'] },
  expired: { type: 'session.expired', never: ['session.paid', 'session.failed'] },
  accredited: { type: 'session.accredited', never: ['session.failed', 'session.expired'] },
  // A failed accreditation can still be forced to succeed, but a successful one never fails later.
  accreditation_to_recipient_failed: {
    type: 'session.accreditation_failed',
    never: ['session.failed', 'session.expired', 'session.accredited'],
  },
};

export function isReachedBy(state: SessionState, event: TraceEvent): boolean {
  return event.type === stateEvents[state].type;
}

export function preventedBy(state: SessionState, events: readonly TraceEvent[]): string | undefined {
  const end = events.find(({ type }) => stateEvents[state].never.includes(type));
  return end?.type.replace('session.', '');
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
  return isNameOf(stateEvents, name) ? name : null;
}

export function legOfOutcome(outcome: ForcedOutcome): 1 | 2 {
  return isOneOf(legOutcomes[1], outcome) ? 1 : 2;
}
