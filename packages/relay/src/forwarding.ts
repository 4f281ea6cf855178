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
  type OutboundRequest,
  otherListensReason,
} from '@svc-simulator/outbound';
import type { WebhookDelivered } from './relay-lines.ts';
import type { SavedDelivery } from './replay/saved-delivery.ts';
import {
  type Forward,
  findForward,
  parseSubject,
  type RoutingRule,
  targetUrlOf,
  type WebhookSubject,
} from './rules/rules.ts';

/** Headers that belong to one connection, not to the webhook (RFC 9110, 7.6.1). */
const hopByHopHeaders = new Set([
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
  /** Target of webhooks that match no rule. */
  readonly forward: Forward;
  readonly rules: readonly RoutingRule[];
  /** Full names (`payment_session.paid`) of the events to deliver; null for all. */
  readonly events: ReadonlySet<string> | null;
}

interface Forwarding {
  readonly frame: WebhookFrame;
  /**
   * URL to which the webhook is sent; null if it isn't sent, because `Routing.events` doesn't contain its
   * event.
   */
  readonly target: string | null;
  /** Target of the matching rule, or `Routing.forward`; the webhook's path is not added. */
  readonly forward: Forward;
  readonly body: Buffer;
  /** Null if no rule or filter needed to parse the body. */
  readonly subject: WebhookSubject | null;
}

interface FinishedForwarding {
  readonly frame: WebhookFrame;
  readonly target: string;
  readonly request: SavedDelivery;
  readonly subject: WebhookSubject;
  readonly answer: OutboundAnswer;
  /** The end of the exchange, in ms since the epoch. */
  readonly at: number;
  readonly durationMs: number;
}

export function createForwarding(frame: WebhookFrame, { forward, rules, events }: Routing): Forwarding {
  const body = Buffer.from(frame.body_base64, 'base64');
  // Without rules and filters, the webhook is sent before its body is parsed.
  if (rules.length === 0 && events === null) {
    return { frame, target: targetUrlOf(frame.url, forward), forward, body, subject: null };
  }
  const subject = parseSubject(body);
  if (events && !(subject.event !== null && events.has(subject.event))) {
    return { frame, target: null, forward, body, subject };
  }
  const matchedForward = findForward(rules, splitCredentials(frame.url).maskedUrl, subject) ?? forward;
  return { frame, target: targetUrlOf(frame.url, matchedForward), forward: matchedForward, body, subject };
}

export async function runForwarding(
  { frame, forward, body, subject: parsedSubject }: Forwarding,
  target: string,
  outbound: OutboundClient,
  clock: Clock,
): Promise<FinishedForwarding> {
  const headers = endToEndHeaders(frame.headers);
  const startMs = clock.elapsed();
  const pendingResponse = sendToTarget(outbound, target, forward, { headers, body });
  // Parses while the receiver works. After the response, parsing would delay the reply to the simulator.
  const subject = parsedSubject ?? parseSubject(body);
  const exchange = await pendingResponse;
  const durationMs = Math.round(clock.elapsed() - startMs);
  const request = { method: 'POST', url: exchange.target, headers, body };
  return { frame, ...exchange, request, subject, at: clock.now(), durationMs };
}

export function toResultFrame({ frame, answer, durationMs }: FinishedForwarding): ResultFrame {
  const { delivery_id, attempt } = frame;
  const { status, error, body, headers } = answer;
  if (status === null) {
    return { type: 'result', delivery_id, attempt, error: error ?? 'no answer', duration_ms: durationMs };
  }
  const response_base64 = body.subarray(0, RELAY_RESPONSE_LIMIT).toString('base64');
  const result = { delivery_id, attempt, status, response_base64, duration_ms: durationMs };
  return { type: 'result', ...result, ...(headers && { response_headers: headers }) };
}

/** Returns the result of a webhook that the relay leaves out: status 204, with the reason as the body. */
export function createLeftOutResult(
  { frame: { delivery_id, attempt } }: Forwarding,
  events: ReadonlySet<string>,
): ResultFrame {
  const reason = `left out by the relay: --events ${[...events].map(shortEvent).join(',')}`;
  const response_base64 = Buffer.from(reason).toString('base64');
  return { type: 'result', delivery_id, attempt, status: 204, response_base64, duration_ms: 0 };
}

export function toDeliveredEvent({ frame, subject, answer, ...times }: FinishedForwarding): WebhookDelivered {
  const { delivery_id: deliveryId, attempt, sequence, replay = false } = frame;
  const { event, sessionId } = subject;
  const { status, error } = answer;
  const { at, target, durationMs } = times;
  const details = { at, sequence, replay, deliveryId, attempt, event, sessionId, target, status, error };
  return { type: 'webhook', ...details, durationMs };
}

/** Returns the headers without the hop-by-hop ones. Names keep their case. */
export function endToEndHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const selectedHeaders: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHopHeaders.has(name.toLowerCase()))
      selectedHeaders[name] = String(value);
  }
  return selectedHeaders;
}

interface ReceiverResponse {
  readonly target: string;
  readonly answer: OutboundAnswer;
}

/**
 * Sends a webhook to its target. If a program listens at the port on ::1 but not on 127.0.0.1, sends to ::1.
 * Some development servers use only one loopback address (contract section 11).
 */
export async function sendToTarget(
  outbound: OutboundClient,
  target: string,
  forward: Forward,
  request: Omit<OutboundRequest, 'url'>,
): Promise<ReceiverResponse> {
  const answer = await outbound.send({ ...request, url: target });
  if (answer.error !== otherListensReason('::1') || forward === null || 'url' in forward)
    return { target: splitCredentials(target).maskedUrl, answer };
  const ipv6Target = target.replace('127.0.0.1', '[::1]');
  return { target: ipv6Target, answer: await outbound.send({ ...request, url: ipv6Target }) };
}
