import {
  type ProbeKind,
  WEBHOOK_USER_AGENT,
  type WebhookEvent,
  webhookHeaders,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  chooseRoute,
  type DeliveryRecord,
  type EmittedData,
  openDelivery,
  type RandomSource,
  type SessionRecord,
  settingOf,
  type TraceDraft,
  webhookBody,
  webhookTime,
} from '@svc-simulator/core';
import { type Put, put } from '@svc-simulator/store/store.ts';
import type { RuntimeSettings } from '../runtime.ts';
import { signatureHeaders } from './signing.ts';

export interface EmissionContext {
  readonly account: AccountRecord;
  /** Milliseconds since the epoch; becomes `svc-timestamp`. */
  readonly now: number;
  readonly random: RandomSource;
  readonly nextEventId: number;
  readonly settings: Pick<RuntimeSettings, 'publicUrl' | 'ownUrls'>;
}

export interface EmissionRequest extends EmissionContext {
  readonly event: WebhookEvent;
  readonly session: SessionRecord;
}

export interface WebhookEmission<D = DeliveryRecord | undefined> {
  readonly delivery: D;
  readonly puts: readonly Put[];
  /** `webhook.emitted`, with the body and headers of every attempt. */
  readonly events: readonly [TraceDraft];
}

export function emit(request: EmissionRequest): WebhookEmission {
  const { event, session, account, random } = request;
  const { id: sessionId, webhookCredentials: credentials, by, fields } = session;
  const rawBody = webhookBody(event, session, {
    webhook_body: settingOf(account, 'webhook_body'),
    receiver_credits: settingOf(account, 'receiver_credits'),
  });
  const idempotencyKey = random.uuid();
  const url = fields.webhook_url || null;
  return createEmission(request, { sessionId, event, url, idempotencyKey, credentials, by, rawBody });
}

export interface RepetitionRequest extends EmissionContext, SignedContent {
  /** The delivery whose URL is used again. */
  readonly original: DeliveryRecord;
  readonly event?: DeliveryRecord['event'];
  readonly idempotencyKey?: string;
  readonly purpose: Purpose;
}

/** Emits an earlier webhook again, with a new signature (contract section 9.4) and a delivery of its own. */
export function emitRepetition({ original, ...request }: RepetitionRequest): WebhookEmission<DeliveryRecord> {
  const { sessionId, url, credentials } = original;
  const by = request.isEdited ? 'tool' : original.by;
  const { event = original.event, idempotencyKey = original.idempotencyKey } = request;
  const { rawBody, isEdited, foreignSecret, signedAt, purpose } = request;
  const fields = { sessionId, event, url, idempotencyKey, credentials, by };
  return createEmission(request, { ...fields, rawBody, isEdited, foreignSecret, signedAt, purpose });
}

type Purpose = { readonly probe: ProbeKind } | { readonly resendOf: string };

interface SignedContent {
  readonly rawBody: string;
  /** True if a user wrote the body, so that no page shows it as the simulator's own. */
  readonly isEdited?: boolean | undefined;
  /** A secret that replaces the account's `webhook_secret`. */
  readonly foreignSecret?: string | undefined;
  /** Milliseconds since the epoch; becomes `svc-timestamp`. Default: now. */
  readonly signedAt?: number | undefined;
}

interface WebhookParts extends SignedContent, Pick<DeliveryRecord, 'sessionId' | 'event' | 'idempotencyKey'> {
  readonly url: string | null;
  readonly credentials: string | undefined;
  readonly by: DeliveryRecord['by'] | undefined;
  readonly purpose?: Purpose;
}

/**
 * Creates a webhook with the signature, headers and route of all its attempts (specification, Webhook
 * delivery; contract section 4).
 */
function createEmission(
  context: EmissionContext,
  parts: WebhookParts & { readonly url: string },
): WebhookEmission<DeliveryRecord>;
function createEmission(context: EmissionContext, parts: WebhookParts): WebhookEmission;
function createEmission(context: EmissionContext, parts: WebhookParts): WebhookEmission {
  const { account, now, random, nextEventId, settings } = context;
  const { sessionId, event, url, idempotencyKey, credentials, by, rawBody, foreignSecret, purpose } = parts;
  const timestamp = webhookTime(parts.signedAt ?? now);
  const signatures = signatureHeaders(account, { timestamp, body: rawBody, now, foreignSecret });
  const target =
    url === null
      ? null
      : { id: random.uuid(), url, route: chooseRoute(url, ownTargets(settings, account.id)) };
  const data: EmittedData = {
    delivery_id: target?.id ?? null,
    event,
    url,
    route: target?.route ?? null,
    idempotency_key: idempotencyKey,
    headers: webhookHeadersFor(signatures, timestamp, idempotencyKey),
    raw_body: rawBody,
    ...(by && { by }),
    ...(parts.isEdited && { edited: true }),
    ...(purpose && ('probe' in purpose ? purpose : { resend_of: purpose.resendOf })),
  };
  const emittedEvent: TraceDraft = { type: 'webhook.emitted', at: now, sessionId, data };
  if (target === null) return { delivery: undefined, puts: [], events: [emittedEvent] };
  const fields = { ...target, accountId: account.id, sessionId, event, idempotencyKey };
  const optionalFields = { ...(credentials !== undefined && { credentials }), ...(by && { by }) };
  const newDelivery = openDelivery({ ...fields, emittedEventId: nextEventId, ...optionalFields }, now);
  const delivery = purpose ? { ...newDelivery, ...purpose } : newDelivery;
  return { delivery, puts: [put('delivery', target.id, delivery)], events: [emittedEvent] };
}

function webhookHeadersFor(
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

export function ownTargets({ publicUrl, ownUrls }: EmissionRequest['settings'], accountId: string) {
  return { baseUrls: [publicUrl, ...ownUrls], accountId };
}
