import {
  RELAY_RESPONSE_LIMIT,
  type ResultFrame,
  shortEvent,
  type WebhookFrame,
} from '@svc-simulator/contract';
import { type Clock, splitCredentials } from '@svc-simulator/core';
import {
  type OutboundAnswer,
  type OutboundClient,
  type OutboundPost,
  otherListens,
} from '@svc-simulator/outbound';
import type { WebhookDelivered } from './relay-lines.ts';
import type { SavedDelivery } from './replay/saved-delivery.ts';
import {
  type Forward,
  forwardBy,
  forwardTarget,
  parseSubject,
  type RoutingRule,
  type WebhookSubject,
} from './rules/rules.ts';

/**
 * Headers of a single connection (simulator to relay, or relay to receiver), not of the webhook (RFC 9110,
 * 7.6.1).
 */
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

export interface Routing {
  /** For webhooks that match no rule. */
  readonly forward: Forward;
  readonly rules: readonly RoutingRule[];
  /** Full names of the delivered events; null for all. */
  readonly events: ReadonlySet<string> | null;
}

interface Forwarding {
  readonly frame: WebhookFrame;
  /** Null when the webhook is left out. */
  readonly target: string | null;
  /** The rule's target, before the webhook's path is added. */
  readonly forward: Forward;
  readonly body: Buffer;
  /** Parsed already if the routing needs it. */
  readonly subject: WebhookSubject | null;
}

interface EndedForwarding {
  readonly frame: WebhookFrame;
  readonly target: string;
  readonly request: SavedDelivery;
  readonly subject: WebhookSubject;
  readonly answer: OutboundAnswer;
  /** End of the exchange and its duration, in ms. */
  readonly at: number;
  readonly durationMs: number;
}

export function forwardingFor(frame: WebhookFrame, { forward, rules, events }: Routing): Forwarding {
  const body = Buffer.from(frame.body_base64, 'base64');
  // Without rules and filters the body isn't parsed, because the receiver waits.
  if (rules.length === 0 && events === null) {
    return { frame, target: forwardTarget(frame.url, forward), forward, body, subject: null };
  }
  const subject = parseSubject(body);
  if (events && !(subject.event !== null && events.has(subject.event))) {
    return { frame, target: null, forward, body, subject };
  }
  const to = forwardBy(rules, splitCredentials(frame.url).maskedUrl, subject) ?? forward;
  return { frame, target: forwardTarget(frame.url, to), forward: to, body, subject };
}

export async function runForwarding(
  { frame, forward, body, subject: knownSubject }: Forwarding,
  target: string,
  outbound: OutboundClient,
  clock: Clock,
): Promise<EndedForwarding> {
  const headers = endToEndHeaders(frame.headers);
  const began = clock.elapsed();
  const posting = postTo(outbound, target, forward, { headers, body });
  // Parsed while the receiver works; after its response, the simulator waits.
  const subject = knownSubject ?? parseSubject(body);
  const exchange = await posting;
  const durationMs = Math.round(clock.elapsed() - began);
  const request = { method: 'POST', url: exchange.target, headers, body };
  return { frame, ...exchange, request, subject, at: clock.now(), durationMs };
}

export function resultFrame({ frame, answer, durationMs }: EndedForwarding): ResultFrame {
  const { delivery_id, attempt } = frame;
  const { status, error, body, headers } = answer;
  if (status === null) {
    return { type: 'result', delivery_id, attempt, error: error ?? 'no answer', duration_ms: durationMs };
  }
  const response_base64 = body.subarray(0, RELAY_RESPONSE_LIMIT).toString('base64');
  const result = { delivery_id, attempt, status, response_base64, duration_ms: durationMs };
  return { type: 'result', ...result, ...(headers && { response_headers: headers }) };
}

/** Returns the result of a webhook that is left out: it is completed, and its response says why. */
export function leftOutResult(
  { frame: { delivery_id, attempt } }: Forwarding,
  events: ReadonlySet<string>,
): ResultFrame {
  const reason = `left out by the relay: --events ${[...events].map(shortEvent).join(',')}`;
  const response_base64 = Buffer.from(reason).toString('base64');
  return { type: 'result', delivery_id, attempt, status: 204, response_base64, duration_ms: 0 };
}

export function deliveredEvent({ frame, subject, answer, ...ended }: EndedForwarding): WebhookDelivered {
  const { delivery_id: deliveryId, attempt, sequence, replay = false } = frame;
  const { event, sessionId } = subject;
  const { status, error } = answer;
  const { at, target, durationMs } = ended;
  const details = { at, sequence, replay, deliveryId, attempt, event, sessionId, target, status, error };
  return { type: 'webhook', ...details, durationMs };
}

/** Returns the headers of the webhook without those of its connection; names keep their case. */
export function endToEndHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const endToEnd: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.has(name.toLowerCase())) endToEnd[name] = String(value);
  }
  return endToEnd;
}

interface Posted {
  readonly target: string;
  readonly answer: OutboundAnswer;
}

/**
 * Sends to a target. If only ::1 listens at a local port, sends there, because development servers use either
 * (contract section 11).
 */
export async function postTo(
  outbound: OutboundClient,
  target: string,
  forward: Forward,
  request: Omit<OutboundPost, 'url'>,
): Promise<Posted> {
  const answer = await outbound.post({ ...request, url: target });
  if (answer.error !== otherListens('::1') || forward === null || 'url' in forward)
    return { target: splitCredentials(target).maskedUrl, answer };
  const onIpv6 = target.replace('127.0.0.1', '[::1]');
  return { target: onIpv6, answer: await outbound.post({ ...request, url: onIpv6 }) };
}
