/** Events that are only sent with the account setting `extra_events` (contract section 10). */
export const extraWebhookEvents = [
  'payment_session.failed',
  'payment_session.expired',
  'payment_session.partially_accredited',
  'payment_session.failed_credit',
] as const;

export const webhookEvents = [
  'payment_session.created',
  'payment_session.paid',
  'payment_session.accredited',
  'payment_session.accreditation_to_recipient_failed',
  ...extraWebhookEvents,
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const traceTypes = [
  'account.registered',
  'login.succeeded',
  'login.ended',
  'token.revoked',
  'account.password_changed',
  'account.password_reset',
  'account.suspended',
  'account.resumed',
  'account.quotas_changed',
  'account.deleted',
  'webhook_secret.replaced',
  'agreement.created',
  'partner.created',
  'class.created',
  'class.changed',
  'class.joined',
  'class.left',
  'class.noted',
  'certificate.issued',
  'certificate.revoked',
  'session.created',
  'script.matched',
  'session.paid',
  'session.payment_failed',
  'session.failed',
  'session.expired',
  'session.accredited',
  'session.accreditation_failed',
  'session.status_queried',
  'webhook.emitted',
  'webhook.attempted',
  'webhook.delivered',
  'webhook.gave_up',
  'webhook.probed',
  'webhook.received',
  'relay.connected',
  'relay.disconnected',
  'relay.frame_rejected',
  'control.outcome',
  'control.reset',
  'control.clock',
  'control.script',
  'control.snapshot',
  'chaos.set',
  'chaos.cleared',
  'chaos.injected',
  'pos.merchant_registered',
  'pos.pairing_requested',
  'pos.pairing_refused',
  'pos.paired',
  'pos.unpaired',
  'pos.transaction_created',
  'pos.cancel_requested',
  'pos.committed',
  'pos.voided',
  'pos.settled',
] as const;
export type TraceType = (typeof traceTypes)[number];

export interface TraceEvent {
  readonly id: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly type: TraceType;
  readonly session_id?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Route = 'loopback' | 'relay' | 'direct';

const EVENT_PREFIX = 'payment_session.';

/** Removes the prefix of an event: `payment_session.paid` becomes `paid`. */
export function shortEvent(event: string): string {
  return event.startsWith(EVENT_PREFIX) ? event.slice(EVENT_PREFIX.length) : event;
}
