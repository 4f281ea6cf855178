import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import {
  accept,
  type Outcome,
  type QueryOf,
  RECEIVED_BYTES,
  type ReceiverName,
  type receiveHook,
  receiverStatus,
  webhookHeaders,
} from '@svc-simulator/contract';
import { sleep } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import { suspensionOf } from '../accounts/suspension.ts';
import { notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';

export function isReceiver(name: string): name is ReceiverName {
  return Object.hasOwn(receiverStatus, name);
}

export function receiverUrl(publicUrl: string, accountId: string, name: ReceiverName): string {
  return `${publicUrl}/console/hooks/${accountId}/${name}`;
}

interface ReceiverCall {
  readonly accountId: string;
  readonly name: ReceiverName;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** Only for the receiver `captura`, whose responses can be configured. */
  readonly behavior?: ReceiverBehavior;
}

/** The body in the data of `webhook.received`: as text if it is valid UTF-8, else in base64. */
type ReceivedBody = ({ readonly raw_body: string } | { readonly raw_body_base64: string }) & {
  /** Bytes of the whole body; set if only the beginning is stored. */
  readonly raw_body_length?: number;
  readonly raw_body_sha256?: string;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Records a POST to a built-in receiver as `webhook.received`, with headers and raw body, and returns the
 * receiver's response. Serves network requests and `loopback` deliveries.
 */
export async function recordReceived(
  runtime: Pick<Runtime, 'store' | 'clock'>,
  { accountId, name, headers, bytes, behavior }: ReceiverCall,
): Promise<Outcome<{ readonly status: number; readonly eventId: number }>> {
  const account = await runtime.store.get('account', accountId);
  if (!account) return notFound('receiver');
  const suspension = suspensionOf(account);
  if (suspension) return suspension;
  const body = bodyForTrace(bytes);
  const sessionId = 'raw_body' in body ? sessionIdIn(body.raw_body) : undefined;
  const status =
    behavior && name === 'captura'
      ? await configuredStatus(runtime.store, { accountId, headers, sessionId }, behavior)
      : receiverStatus[name];
  const outcome = await runtime.store.transact({ account: accountId }, (view) => ({
    result: accept({ status, eventId: view.nextEventId }),
    events: [
      {
        type: 'webhook.received',
        at: view.now,
        ...(sessionId ? { sessionId } : {}),
        data: { receiver: name, headers, ...body },
      },
    ],
  }));
  const delayMs = name === 'captura' ? (behavior?.delay_ms ?? 0) : 0;
  if (delayMs > 0) await sleep(runtime.clock, delayMs);
  return outcome;
}

/** Cuts a long body and adds a digest that identifies it. */
function bodyForTrace(bytes: Uint8Array): ReceivedBody {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, RECEIVED_BYTES));
  const isComplete = head.length === bytes.length;
  // `StringDecoder` drops a character that the cut splits, so the text stays valid.
  const text = isComplete ? head.toString() : new StringDecoder().write(head);
  const isText = isUtf8(isComplete ? head : head.subarray(0, Buffer.byteLength(text)));
  return {
    ...(isText ? { raw_body: text } : { raw_body_base64: head.toString('base64') }),
    ...(!isComplete && { raw_body_length: bytes.length, raw_body_sha256: hash('sha256', bytes, 'hex') }),
  };
}

/**
 * Returns the id of the session that a webhook's body names, so that the session's page also shows the event;
 * undefined if the body names none.
 */
function sessionIdIn(rawBody: string): string | undefined {
  try {
    const id = JSON.parse(rawBody.replace(/^\uFEFF/, ''))?.session_payment?.id;
    return typeof id === 'string' && UUID.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

type ReceiverBehavior = QueryOf<typeof receiveHook>;

/**
 * Limits the search for earlier requests of a webhook, because anyone can fill the trace with large requests.
 */
const SEARCH_LIMITS = {
  types: ['webhook.received'],
  order: 'desc',
  limit: 100,
  maxBytes: 256 * 1024,
} as const;

interface ReceiverRequest {
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sessionId: string | undefined;
}

/**
 * Returns the status of a configured receiver. With `fail_times`, the receiver refuses that many requests
 * with the same idempotency key, and accepts later ones.
 */
async function configuredStatus(
  { trace }: Pick<Store, 'trace'>,
  { accountId, headers, sessionId }: ReceiverRequest,
  { answer_status: status, fail_times: failTimes }: ReceiverBehavior,
): Promise<number> {
  if (failTimes === undefined) return status ?? 200;
  const key = headers[webhookHeaders.idempotencyKey];
  const { items } = await trace.page(accountId, { ...SEARCH_LIMITS, ...(sessionId && { sessionId }) });
  // Searches the JSON text, because parsing every body would be expensive; quotes inside bodies are escaped
  // and can't match.
  const headerJson = `"${webhookHeaders.idempotencyKey}":${key === undefined ? '' : JSON.stringify(key)}`;
  const earlierRequests = items.filter(({ json }) => json.includes(headerJson) !== (key === undefined));
  return earlierRequests.length < failTimes ? (status ?? 500) : 200;
}

export function isConfigured(behavior: ReceiverBehavior): boolean {
  return Object.keys(behavior).length > 0;
}

const bodilessStatuses: readonly number[] = [204, 205, 304];

/** Returns the response of a configured receiver, which no browser treats as a page of the simulator. */
export function configuredResponse(status: number, { answer_body: body = '' }: ReceiverBehavior): Response {
  return new Response(bodilessStatuses.includes(status) ? null : body, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
}
