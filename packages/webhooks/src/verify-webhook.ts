import { isFresh, webhookHeaders } from '@svc-simulator/contract';
import type { Bilingual } from '@svc-simulator/core';
import { causeOf } from './cause.ts';
import { readHeaders } from './headers.ts';
import { isSigned } from './signature.ts';
import { type Cause, WebhookError } from './webhook-error.ts';
import type { ReceivedWebhook, WebhookEvent } from './webhooks-api.ts';

export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const result = await verified(received);
  if ('event' in result) return result;
  throw new WebhookError(result, received.language ?? 'en');
}

async function verified(received: ReceivedWebhook): Promise<WebhookEvent | Cause> {
  const { secret, mode = 'timestamp', toleranceS, now = Date.now() } = received;
  if (!secret) return { code: 'secret_missing' };
  const body = bytesOf(received.body);
  if (!body) return { code: 'body_parsed' };
  const headers = readHeaders(received.headers);
  const signature = headers.get(webhookHeaders.signature);
  const timestamp = headers.get(webhookHeaders.timestamp);
  const idempotencyKey = headers.get(webhookHeaders.idempotencyKey);
  if (!signature) return missing(webhookHeaders.signature);
  if (!timestamp) return missing(webhookHeaders.timestamp);
  if (!idempotencyKey) return missing(webhookHeaders.idempotencyKey);

  const signed = { secret, timestamp, body, mode };
  // Made with the former secret, which this receiver may still have.
  const previous = headers.get(webhookHeaders.signaturePrevious);
  const isGenuine =
    (await isSigned(signature, signed)) || (previous !== undefined && (await isSigned(previous, signed)));
  if (!isGenuine) return causeOf({ ...signed, signature, contentLength: headers.get('content-length') });
  const toleranceMs = toleranceS === undefined ? undefined : toleranceS * 1000;
  if (!isFresh(timestamp, now, toleranceMs)) return { code: 'clock_differs', detail: age(timestamp, now) };
  return eventIn(body, idempotencyKey) ?? { code: 'body_unknown' };

  function missing(name: string): Cause {
    return { code: 'header_missing', detail: headers.insteadOf(name) };
  }
}

/** Undefined for what is no bytes any more, and for an empty body: a webhook has one, so somebody has taken it. */
function bytesOf(body: ReceivedWebhook['body']): Uint8Array | undefined {
  const bytes =
    typeof body === 'string'
      ? new TextEncoder().encode(body)
      : ArrayBuffer.isView(body)
        ? body
        : body instanceof ArrayBuffer && new Uint8Array(body);
  return bytes && bytes.length > 0 ? bytes : undefined;
}

const fields = ['session_payment', 'payment_details', 'receiver_credits', 'receiver_credits_summary'];

/** A webhook with its fields beside `event`, wherever the account's setting `webhook_body` puts them. */
function eventIn(body: Uint8Array, idempotency_key: string): WebhookEvent | undefined {
  try {
    const told = JSON.parse(new TextDecoder().decode(body));
    if (typeof told.event !== 'string') return undefined;
    const below = Object.entries(told.data ?? {}).filter(([name]) => fields.includes(name));
    return { ...Object.fromEntries(below), ...told, idempotency_key };
  } catch {
    return undefined;
  }
}

function age(timestamp: string, now: number): Bilingual {
  const seconds = Math.round((now - Date.parse(timestamp)) / 1000);
  if (Number.isNaN(seconds)) return { en: 'it is no ISO 8601 time', es: 'no es una hora ISO 8601' };
  return seconds < 0
    ? { en: `it is ${-seconds} s in the future`, es: `está ${-seconds} s en el futuro` }
    : { en: `it is ${seconds} s old`, es: `tiene ${seconds} s` };
}
