import type { TraceEvent } from '@svc-simulator/contract';

export interface Awaited {
  readonly type: string;
  readonly webhook?: string | undefined;
}

export type Prevention =
  | { readonly why: 'ended'; readonly state: string }
  | { readonly why: 'no_url' }
  | { readonly why: 'gave_up'; readonly attempts: number };

const ends = ['session.paid', 'session.failed', 'session.expired'];
const endsBut = (type: string) => ends.filter((end) => end !== type);

/** Events after which a session can no longer reach a state, by the event of that state. */
const impossibleAfter: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(ends.map((end) => [end, endsBut(end)])),
  'session.accredited': endsBut('session.paid'),
  // A failed accreditation can still be forced to succeed, but a successful one never fails later.
  'session.accreditation_failed': [...endsBut('session.paid'), 'session.accredited'],
};

const statesOf: Readonly<Record<string, string>> = {
  'payment_session.paid': 'session.paid',
  'payment_session.failed': 'session.failed',
  'payment_session.expired': 'session.expired',
  'payment_session.accredited': 'session.accredited',
  'payment_session.accreditation_to_recipient_failed': 'session.accreditation_failed',
};

const sent = ['webhook.attempted', 'webhook.delivered', 'webhook.gave_up'];

/**
 * Returns why an expected event is impossible after this event of its session; undefined while it is
 * possible.
 */
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
