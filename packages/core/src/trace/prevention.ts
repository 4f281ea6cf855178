import { shortEvent, type TraceEvent } from '@svc-simulator/contract';

export interface AwaitedEvent {
  readonly type: string;
  readonly webhook?: string | undefined;
}

export type Prevention =
  | { readonly why: 'ended'; readonly state: string }
  | { readonly why: 'no_url' }
  | { readonly why: 'gave_up'; readonly attempts: number };

const endEvents = ['session.paid', 'session.failed', 'session.expired'];
const otherEnds = (type: string) => endEvents.filter((end) => end !== type);

/** For each event of a session: the earlier events that make it impossible. */
const impossibleAfter: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(endEvents.map((end) => [end, otherEnds(end)])),
  'session.accredited': otherEnds('session.paid'),
  // A failed accreditation can be followed by a forced success, but not the reverse.
  'session.accreditation_failed': [...otherEnds('session.paid'), 'session.accredited'],
};

/** States of a session with the trace types that report them (contract section 3, States). */
export const traceTypesByState: Readonly<Record<string, string>> = {
  paid: 'session.paid',
  failed: 'session.failed',
  expired: 'session.expired',
  accredited: 'session.accredited',
  accreditation_to_recipient_failed: 'session.accreditation_failed',
};

const attemptEvents = ['webhook.attempted', 'webhook.delivered', 'webhook.gave_up'];

/** Returns why the awaited event can no longer follow `event` in the same session; undefined if it can. */
export function preventionBy({ type, webhook }: AwaitedEvent, event: TraceEvent): Prevention | undefined {
  const awaitedType = webhook === undefined ? type : (traceTypesByState[shortEvent(webhook)] ?? '');
  if (impossibleAfter[awaitedType]?.includes(event.type))
    return { why: 'ended', state: event.type.replace(/^session\./, '') };
  if (event.type === 'webhook.emitted' && event.data.url === null && attemptEvents.includes(type))
    return { why: 'no_url' };
  const isLost =
    type === 'webhook.delivered' && event.type === 'webhook.gave_up' && webhook === event.data.event;
  return isLost ? { why: 'gave_up', attempts: Number(event.data.attempts) } : undefined;
}
