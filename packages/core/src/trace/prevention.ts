import type { TraceEvent } from '@svc-simulator/contract';

/** What is waited for: a type of event, and of a webhook its kind. */
export interface Awaited {
  readonly type: string;
  readonly webhook?: string | undefined;
}

/** Why something can no longer happen to a session. */
export type Prevention =
  | { readonly why: 'ended'; readonly state: string }
  | { readonly why: 'no_url' }
  | { readonly why: 'gave_up'; readonly attempts: number };

const ends = ['session.paid', 'session.failed', 'session.expired'];
const endsBut = (type: string) => ends.filter((end) => end !== type);

/** Events after which a state of a session can no longer come, by the event that tells of the state. */
const impossibleAfter: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(ends.map((end) => [end, endsBut(end)])),
  'session.accredited': endsBut('session.paid'),
  // An accreditation that failed can still be forced to succeed, but none that succeeded fails afterwards.
  'session.accreditation_failed': [...endsBut('session.paid'), 'session.accredited'],
};

/** The states that webhooks tell of. */
const statesOf: Readonly<Record<string, string>> = {
  'payment_session.paid': 'session.paid',
  'payment_session.failed': 'session.failed',
  'payment_session.expired': 'session.expired',
  'payment_session.accredited': 'session.accredited',
  'payment_session.accreditation_to_recipient_failed': 'session.accreditation_failed',
};

/** What becomes of a webhook that has a place to go. */
const sent = ['webhook.attempted', 'webhook.delivered', 'webhook.gave_up'];

/** Why what is waited for can no longer happen to a session, after this event of it; undefined while it can. */
export function preventionBy({ type, webhook }: Awaited, event: TraceEvent): Prevention | undefined {
  const state = webhook === undefined ? type : (statesOf[webhook] ?? '');
  if (impossibleAfter[state]?.includes(event.type))
    return { why: 'ended', state: event.type.replace(/^session\./, '') };
  if (event.type === 'webhook.emitted' && event.data.url === null && sent.includes(type))
    return { why: 'no_url' };
  const isLost =
    type === 'webhook.delivered' && event.type === 'webhook.gave_up' && webhook === event.data.event;
  return isLost ? { why: 'gave_up', attempts: Number(event.data.attempts) } : undefined;
}
