import {
  type ProbeKind,
  WEBHOOK_USER_AGENT,
  type WebhookEvent,
  webhookHeaders,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  type DeliveryRecord,
  type EmittedData,
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

/** What every webhook is made with. */
export interface Emitting {
  readonly account: AccountRecord;
  /** Milliseconds since the epoch; becomes `svc-timestamp`. */
  readonly now: number;
  readonly random: RandomSource;
  /** The trace id that the emission's event will get. */
  readonly nextEventId: number;
  readonly settings: Pick<RuntimeSettings, 'publicUrl' | 'ownUrls'>;
}

export interface EmissionRequest extends Emitting {
  readonly event: WebhookEvent;
  /** As the decision left it. */
  readonly session: SessionRecord;
}

/** A webhook that is emitted, and its delivery where there is somebody to get it. */
export interface Emission<D = DeliveryRecord | undefined> {
  readonly delivery: D;
  readonly puts: readonly Put[];
  /** `webhook.emitted`, which holds the bytes and the headers of every attempt. */
  readonly events: readonly [TraceDraft];
}

/** Makes the webhook of a decision, in whose commit it is stored. */
export function emit(request: EmissionRequest): Emission {
  const { event, session, account, random } = request;
  const { id: sessionId, webhookCredentials: credentials, by, fields } = session;
  const rawBody = webhookBody(event, session, {
    webhook_body: settingOf(account, 'webhook_body'),
    receiver_credits: settingOf(account, 'receiver_credits'),
  });
  const idempotencyKey = random.uuid();
  const url = fields.webhook_url || null;
  return emission(request, { sessionId, event, url, idempotencyKey, credentials, by, rawBody });
}

export interface RepetitionRequest extends Emitting, Sent {
  /** The delivery that it is made from; it goes to the same address. */
  readonly original: DeliveryRecord;
  /** Default: the original's. */
  readonly event?: DeliveryRecord['event'];
  /** Default: the original's. */
  readonly idempotencyKey?: string;
  readonly purpose: Purpose;
}

/** Makes a webhook from an earlier one, signed anew (contract section 9.4); from there it is a delivery like any other. */
export function repeat({ original, ...request }: RepetitionRequest): Emission<DeliveryRecord> {
  const { sessionId, url, credentials, by } = original;
  const { event = original.event, idempotencyKey = original.idempotencyKey } = request;
  const { rawBody, foreignSecret, signedAt, purpose } = request;
  const about = { sessionId, event, url, idempotencyKey, credentials, by };
  return emission(request, { ...about, rawBody, foreignSecret, signedAt, purpose });
}

type Purpose = { readonly probe: ProbeKind } | { readonly resendOf: string };

interface Sent {
  /** Sent and signed as it is. */
  readonly rawBody: string;
  /** What it is signed with, in place of the account's `webhook_secret`. */
  readonly foreignSecret?: string | undefined;
  /** Milliseconds since the epoch; becomes `svc-timestamp`. Default: now. */
  readonly signedAt?: number | undefined;
}

interface Wanted extends Sent, Pick<DeliveryRecord, 'sessionId' | 'event' | 'idempotencyKey'> {
  /** Null: nobody gets it. */
  readonly url: string | null;
  readonly credentials: string | undefined;
  readonly by: DeliveryRecord['by'] | undefined;
  readonly purpose?: Purpose;
}

/**
 * Makes a webhook once and for all: signature, headers and route (specification, Webhook delivery; contract section 4). Attempts
 * only repeat it. The simulator may listen elsewhere than when an earlier one was sent.
 */
function emission(emitting: Emitting, wanted: Wanted & { readonly url: string }): Emission<DeliveryRecord>;
function emission(emitting: Emitting, wanted: Wanted): Emission;
function emission(emitting: Emitting, wanted: Wanted): Emission {
  const { account, now, random, nextEventId, settings } = emitting;
  const { sessionId, event, url, idempotencyKey, credentials, by, rawBody, foreignSecret, purpose } = wanted;
  const timestamp = webhookTime(wanted.signedAt ?? now);
  const signatures = signatureHeaders(account, { timestamp, body: rawBody, now, foreignSecret });
  const to =
    url === null ? null : { id: random.uuid(), url, route: routeOf(url, ownAddress(settings, account.id)) };
  const data: EmittedData = {
    delivery_id: to?.id ?? null,
    event,
    url,
    route: to?.route ?? null,
    idempotency_key: idempotencyKey,
    headers: headersOf(signatures, timestamp, idempotencyKey),
    raw_body: rawBody,
    ...(by && { by }),
    ...(purpose && ('probe' in purpose ? purpose : { resend_of: purpose.resendOf })),
  };
  const emitted: TraceDraft = { type: 'webhook.emitted', at: now, sessionId, data };
  if (to === null) return { delivery: undefined, puts: [], events: [emitted] };
  const about = { ...to, accountId: account.id, sessionId, event, idempotencyKey };
  const more = { ...(credentials !== undefined && { credentials }), ...(by && { by }) };
  const opened = openDelivery({ ...about, emittedEventId: nextEventId, ...more }, now);
  const delivery = purpose ? { ...opened, ...purpose } : opened;
  return { delivery, puts: [put('delivery', to.id, delivery)], events: [emitted] };
}

/** Every header of a webhook (specification, Webhook delivery). */
function headersOf(
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
