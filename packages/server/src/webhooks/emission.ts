import { type Route, WEBHOOK_USER_AGENT, type WebhookEvent, webhookHeaders } from '@svc-simulator/contract';
import {
  type AccountRecord,
  openDelivery,
  type RandomSource,
  routeOf,
  type SessionRecord,
  settingOf,
  type TraceDraft,
  webhookBody,
  webhookTime,
} from '@svc-simulator/core';
import { type Put, put } from '@svc-simulator/store/store.ts';
import type { RuntimeSettings } from '../runtime.ts';
import { signatureHeaders } from './signing.ts';

export interface EmissionRequest {
  readonly event: WebhookEvent;
  /** As the decision left it. */
  readonly session: SessionRecord;
  readonly account: AccountRecord;
  /** Milliseconds since the epoch; becomes `svc-timestamp`. */
  readonly now: number;
  readonly random: RandomSource;
  /** The trace id that the emission's event will get. */
  readonly nextEventId: number;
  readonly settings: Pick<RuntimeSettings, 'publicUrl' | 'ownUrls'>;
}

export interface Emission {
  /** The delivery, when the session has a `webhook_url`. */
  readonly puts: readonly Put[];
  /** `webhook.emitted`, which holds the bytes and the headers of every attempt. */
  readonly events: readonly [TraceDraft];
  readonly deliveryId: string | null;
}

/**
 * Makes a webhook once and for all: body, signature, headers, idempotency key and route (specification, Webhook delivery;
 * contract section 4). It is stored in the commit of the decision that it tells of; attempts only repeat it.
 */
export function emit(request: EmissionRequest): Emission {
  const { event, session, account, now, random } = request;
  const timestamp = webhookTime(now);
  const body = webhookBody(event, session, {
    webhook_body: settingOf(account, 'webhook_body'),
    receiver_credits: settingOf(account, 'receiver_credits'),
  });
  const idempotencyKey = random.uuid();
  const headers = headersOf(signatureHeaders(account, { timestamp, body, now }), timestamp, idempotencyKey);
  const url = session.fields.webhook_url || null;
  const route = url === null ? null : routeOf(url, ownAddress(request.settings, account.id));
  const deliveryId = url === null ? null : random.uuid();
  const emitted: TraceDraft = {
    type: 'webhook.emitted',
    at: now,
    sessionId: session.id,
    data: {
      delivery_id: deliveryId,
      event,
      url,
      route,
      idempotency_key: idempotencyKey,
      headers,
      raw_body: body,
      ...(session.by && { by: session.by }),
    },
  };
  if (url === null || route === null || deliveryId === null)
    return { puts: [], events: [emitted], deliveryId };
  return {
    puts: [opened(request, { id: deliveryId, url, route, idempotencyKey })],
    events: [emitted],
    deliveryId,
  };
}

/** Every header of a webhook (specification, Webhook delivery). */
export function headersOf(
  signatures: ReturnType<typeof signatureHeaders>,
  timestamp: string,
  idempotencyKey: string,
): Readonly<Record<string, string>> {
  return {
    [webhookHeaders.contentType]: 'application/json',
    ...signatures,
    [webhookHeaders.timestamp]: timestamp,
    [webhookHeaders.idempotencyKey]: idempotencyKey,
    [webhookHeaders.userAgent]: WEBHOOK_USER_AGENT,
  };
}

/** What `routeOf` takes for the simulator's own. */
export function ownAddress({ publicUrl, ownUrls }: EmissionRequest['settings'], accountId: string) {
  return { baseUrls: [publicUrl, ...ownUrls], accountId };
}

function opened(
  { event, session, account, now, nextEventId }: EmissionRequest,
  {
    id,
    url,
    route,
    idempotencyKey,
  }: { readonly id: string; readonly url: string; readonly route: Route; readonly idempotencyKey: string },
): Put {
  const { id: sessionId, webhookCredentials: credentials, by } = session;
  const emission = {
    id,
    url,
    route,
    idempotencyKey,
    accountId: account.id,
    sessionId,
    event,
    emittedEventId: nextEventId,
    ...(credentials !== undefined && { credentials }),
    ...(by && { by }),
  };
  return put('delivery', id, openDelivery(emission, now));
}
