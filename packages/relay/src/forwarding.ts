import {
  RELAY_RESPONSE_LIMIT,
  type ResultFrame,
  shortEvent,
  type WebhookFrame,
} from '@svc-simulator/contract';
import { type Clock, splitCredentials } from '@svc-simulator/core';
import { type Answer, type OutboundClient, type OutboundPost, otherListens } from '@svc-simulator/outbound';
import type { WebhookDelivered } from './relay-lines.ts';
import type { SavedDelivery } from './replay/saved-delivery.ts';
import { type Forward, forwardBy, type Rule, type Subject, subjectOf, targetOf } from './rules/rules.ts';

/** They speak of one connection, the simulator's to the relay or the relay's to the receiver, not of the webhook (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Which webhooks go where. */
export interface Routing {
  /** Of webhooks that no rule matches. */
  readonly forward: Forward;
  readonly rules: readonly Rule[];
  /** Full names of those that are delivered; null: all. */
  readonly events: ReadonlySet<string> | null;
}

/** A webhook and where it is to go. */
interface Forwarding {
  readonly frame: WebhookFrame;
  /** Null when the webhook is left out. */
  readonly target: string | null;
  /** What says so. */
  readonly forward: Forward;
  readonly body: Buffer;
  /** Read already when the routing asks for it. */
  readonly subject: Subject | null;
}

/** A webhook that was sent to the local receiver, and how that ended. */
interface EndedForwarding {
  readonly frame: WebhookFrame;
  readonly target: string;
  readonly request: SavedDelivery;
  readonly subject: Subject;
  readonly answer: Answer;
  /** When the exchange ended, and how long it took, in milliseconds. */
  readonly at: number;
  readonly durationMs: number;
}

export function forwardingFor(frame: WebhookFrame, { forward, rules, events }: Routing): Forwarding {
  const body = Buffer.from(frame.body_base64, 'base64');
  // Nothing is looked at that nobody asks for: the receiver waits.
  if (rules.length === 0 && events === null) {
    return { frame, target: targetOf(frame.url, forward), forward, body, subject: null };
  }
  const subject = subjectOf(body);
  if (events && !(subject.event !== null && events.has(subject.event))) {
    return { frame, target: null, forward, body, subject };
  }
  const to = forwardBy(rules, splitCredentials(frame.url).shown, subject) ?? forward;
  return { frame, target: targetOf(frame.url, to), forward: to, body, subject };
}

/** Delivers a webhook to its target, byte for byte. */
export async function runForwarding(
  { frame, forward, body, subject: known }: Forwarding,
  target: string,
  outbound: OutboundClient,
  clock: Clock,
): Promise<EndedForwarding> {
  const headers = endToEndHeaders(frame.headers);
  const began = clock.elapsed();
  const posting = postTo(outbound, target, forward, { headers, body });
  // While the receiver is at work; once it has answered, the simulator waits.
  const subject = known ?? subjectOf(body);
  const posted = await posting;
  const durationMs = Math.round(clock.elapsed() - began);
  const request = { method: 'POST', url: posted.target, headers, body };
  return { frame, ...posted, request, subject, at: clock.now(), durationMs };
}

/** What the simulator is told. */
export function resultOf({ frame, answer, durationMs }: EndedForwarding): ResultFrame {
  const { delivery_id, attempt } = frame;
  const { status, error, body, headers } = answer;
  if (status === null) {
    return { type: 'result', delivery_id, attempt, error: error ?? 'no answer', duration_ms: durationMs };
  }
  const response_base64 = body.subarray(0, RELAY_RESPONSE_LIMIT).toString('base64');
  const ended = { delivery_id, attempt, status, response_base64, duration_ms: durationMs };
  return { type: 'result', ...ended, ...(headers && { response_headers: headers }) };
}

/** What the simulator is told of a webhook that is left out: it is done with, and its attempt says why. */
export function leftOutResult(
  { frame: { delivery_id, attempt } }: Forwarding,
  events: ReadonlySet<string>,
): ResultFrame {
  const why = `left out by the relay: --events ${[...events].map(shortEvent).join(',')}`;
  const response_base64 = Buffer.from(why).toString('base64');
  return { type: 'result', delivery_id, attempt, status: 204, response_base64, duration_ms: 0 };
}

/** What the relay's owner is told. */
export function deliveredOf({ frame, subject, answer, ...ended }: EndedForwarding): WebhookDelivered {
  const { delivery_id: deliveryId, attempt, sequence, replay = false } = frame;
  const { event, sessionId } = subject;
  const { status, error } = answer;
  const { at, target, durationMs } = ended;
  const told = { at, sequence, replay, deliveryId, attempt, event, sessionId, target, status, error };
  return { type: 'webhook', ...told, durationMs };
}

/** Those of a request that speak of it, not of the connection that it came by; names in lower case or as they come. */
export function endToEndHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.has(name.toLowerCase())) kept[name] = String(value);
  }
  return kept;
}

/** Where something was sent, as it may be shown, and what was answered. */
interface Posted {
  readonly target: string;
  readonly answer: Answer;
}

/** Sends to a target. A port of this machine where ::1 alone listens is reached there: development servers listen on either (contract section 11). */
export async function postTo(
  outbound: OutboundClient,
  target: string,
  forward: Forward,
  request: Omit<OutboundPost, 'url'>,
): Promise<Posted> {
  const answer = await outbound.post({ ...request, url: target });
  if (answer.error !== otherListens('::1') || forward === null || 'url' in forward)
    return { target: splitCredentials(target).shown, answer };
  const onIpv6 = target.replace('127.0.0.1', '[::1]');
  return { target: onIpv6, answer: await outbound.post({ ...request, url: onIpv6 }) };
}
