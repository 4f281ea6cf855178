import { RELAY_RESPONSE_LIMIT, type ResultFrame, type WebhookFrame } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import type { Answer, OutboundClient } from '@svc-simulator/outbound';
import type { WebhookDelivered } from './relay-event.ts';
import { type Forward, targetOf } from './target.ts';

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

interface Subject {
  readonly event: string | null;
  readonly sessionId: string | null;
}

/** A webhook that was sent to the local receiver, and how that ended. */
export interface Errand {
  readonly frame: WebhookFrame;
  readonly target: string;
  readonly subject: Subject;
  readonly answer: Answer;
  /** When the exchange ended, and how long it took, in milliseconds. */
  readonly at: number;
  readonly durationMs: number;
}

/** Delivers a webhook frame to the local receiver, byte for byte. */
export async function runErrand(
  frame: WebhookFrame,
  forward: Forward,
  outbound: OutboundClient,
  clock: Clock,
): Promise<Errand> {
  const target = targetOf(frame.url, forward);
  const body = Buffer.from(frame.body_base64, 'base64');
  const began = clock.now();
  const answering = outbound.post({ url: target, headers: endToEnd(frame.headers), body });
  // While the receiver is at work; once it has answered, the simulator waits.
  const subject = subjectOf(body);
  const answer = await answering;
  const at = clock.now();
  return { frame, target, subject, answer, at, durationMs: at - began };
}

/** What the simulator is told. */
export function resultOf({ frame, answer, durationMs }: Errand): ResultFrame {
  const { delivery_id, attempt } = frame;
  const { status, error, body } = answer;
  if (status === null) {
    return { type: 'result', delivery_id, attempt, error: error ?? 'no answer', duration_ms: durationMs };
  }
  const response_base64 = body.subarray(0, RELAY_RESPONSE_LIMIT).toString('base64');
  return { type: 'result', delivery_id, attempt, status, response_base64, duration_ms: durationMs };
}

/** What the relay's owner is told. */
export function deliveredOf({ frame, target, subject, answer, at, durationMs }: Errand): WebhookDelivered {
  const { delivery_id: deliveryId, attempt } = frame;
  const { status, error } = answer;
  const { event, sessionId } = subject;
  return {
    type: 'webhook',
    at,
    deliveryId,
    attempt,
    event,
    sessionId,
    target,
    status,
    error,
    durationMs,
  };
}

function endToEnd(headers: WebhookFrame['headers']): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name in headers) {
    if (!hopByHop.has(name.toLowerCase())) kept[name] = headers[name] as string;
  }
  return kept;
}

/** What the webhook is about; only looked at, what is sent are the frame's own bytes. */
function subjectOf(body: Buffer): Subject {
  try {
    const { event, session_payment, data } = JSON.parse(body.toString());
    return {
      event: textOrNull(event),
      sessionId: textOrNull((session_payment ?? data?.session_payment)?.id),
    };
  } catch {
    return { event: null, sessionId: null };
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
