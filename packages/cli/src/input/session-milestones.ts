import {
  isOneOf,
  membersOf,
  shortEvent,
  type TraceEvent,
  traceTypes,
  webhookEvents,
} from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { taking } from '../takes.ts';
import { notAmong } from './similar.ts';
import { parseTimeout } from './values.ts';

/** What `sim session wait --for` waits for. */
export interface Milestone {
  /** As it was asked for. */
  readonly name: string;
  /** Type of the trace event that shows it. */
  readonly type: string;
  /** Of a webhook: the one kind that counts; undefined: any. */
  readonly webhook: string | undefined;
  /** Types of event after which it can no longer happen. */
  readonly impossibleAfter: readonly string[];
}

const ends = ['session.paid', 'session.failed', 'session.expired'];
const endsBut = (type: string) => ends.filter((end) => end !== type);

/** The ways of a session under their own names (contract section 3, States). */
const states: readonly Omit<Milestone, 'webhook'>[] = [
  { name: 'paid', type: 'session.paid', impossibleAfter: endsBut('session.paid') },
  { name: 'failed', type: 'session.failed', impossibleAfter: endsBut('session.failed') },
  { name: 'expired', type: 'session.expired', impossibleAfter: endsBut('session.expired') },
  { name: 'accredited', type: 'session.accredited', impossibleAfter: endsBut('session.paid') },
  {
    name: 'accreditation_to_recipient_failed',
    type: 'session.accreditation_failed',
    // An accreditation that failed can still be forced to succeed, but none that succeeded fails afterwards.
    impossibleAfter: [...endsBut('session.paid'), 'session.accredited'],
  },
];

const sessionTypes = traceTypes.filter((type) => /^(session|webhook)\./.test(type));
const webhookNames = webhookEvents.map(shortEvent);

export const stateNames: readonly string[] = states.map(({ name }) => name);

/** What the help says of a milestone. */
export const milestoneText = (t: Texts) =>
  t('cli.wait.event_webhook_delivered_paid', { stateNames: stateNames.join(', ') });

/** How long to wait for one. */
export const timeoutTakes = taking({
  '--timeout <ms>': {
    text: 'cli.wait.timeout',
    parse: parseTimeout,
    fallback: 60_000,
  },
});

/** A state of a session, a type of trace event, or a type of webhook event with a kind: `webhook.delivered:paid`. */
export function parseMilestone(t: Texts, name: string, otherChoices: readonly string[] = []): Milestone {
  const [type = '', webhook] = name.split(/:(.*)/s);
  const state = states.find((known) => known.name === name || known.type === name);
  if (state) return { ...state, name, webhook: undefined };
  const known = isOneOf(sessionTypes, type);
  const kind = webhookEvents.find((event) => event === webhook || event === `payment_session.${webhook}`);
  if (known && webhook === undefined) return { name, type, webhook: undefined, impossibleAfter: [] };
  if (known && kind && type.startsWith('webhook.')) return { name, type, webhook: kind, impossibleAfter: [] };
  if (known && type.startsWith('webhook.')) throw notAmong(t, `${webhook}`, webhookNames);
  throw notAmong(
    t,
    type,
    [...stateNames, ...sessionTypes, ...otherChoices],
    t('cli.wait.webhooks_also_kind_webhook', { webhookNames: webhookNames.join(', ') }),
  );
}

export function isReached({ type, webhook }: Milestone, event: TraceEvent): boolean {
  return event.type === type && (webhook === undefined || eventIn(event) === webhook);
}

/** A webhook's kind; where a receiver of the simulator's own got it, it stands in the body. */
function eventIn({ data }: TraceEvent): unknown {
  return data.event ?? membersOf(data.body).event;
}

export function isImpossible({ impossibleAfter }: Milestone, event: TraceEvent): boolean {
  return impossibleAfter.includes(event.type);
}
