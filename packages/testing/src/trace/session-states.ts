import {
  type ForcedOutcome,
  isNameOf,
  isOneOf,
  legOutcomes,
  shortEvent,
  type TraceEvent,
} from '@svc-simulator/contract';
import type { SessionState, WebhookEventName } from '../sessions-api.ts';

/** The trace event that shows each state, and those after which it cannot come any more (contract section 3, States). */
const states: Readonly<Record<SessionState, { readonly type: string; readonly never: readonly string[] }>> = {
  paid: { type: 'session.paid', never: ['session.failed', 'session.expired'] },
  failed: { type: 'session.failed', never: ['session.paid', 'session.expired'] },
  expired: { type: 'session.expired', never: ['session.paid', 'session.failed'] },
  accredited: { type: 'session.accredited', never: ['session.failed', 'session.expired'] },
  // A failed accreditation can still be forced to succeed, but none that succeeded fails afterwards.
  accreditation_to_recipient_failed: {
    type: 'session.accreditation_failed',
    never: ['session.failed', 'session.expired', 'session.accredited'],
  },
};

export function isReachedBy(state: SessionState, event: TraceEvent): boolean {
  return event.type === states[state].type;
}

/** Why a state cannot come any more, by what happened; undefined while it can. */
export function preventedBy(state: SessionState, events: readonly TraceEvent[]): string | undefined {
  const end = events.find(({ type }) => states[state].never.includes(type));
  return end?.type.replace('session.', '');
}

const beside: Readonly<Record<string, SessionState>> = {
  partially_accredited: 'accredited',
  failed_credit: 'accreditation_to_recipient_failed',
};

/** The state that each webhook tells of, or comes beside; that of `created` comes with the session itself. */
export function stateTold(event: WebhookEventName): SessionState | null {
  const short = shortEvent(event);
  const name = beside[short] ?? short;
  return isNameOf(states, name) ? name : null;
}

export function legOf(outcome: ForcedOutcome): 1 | 2 {
  return isOneOf(legOutcomes[1], outcome) ? 1 : 2;
}
