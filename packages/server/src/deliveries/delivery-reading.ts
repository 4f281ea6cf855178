import { signatureVariantOf, signWebhook, webhookHeaders } from '@svc-simulator/contract';
import {
  type AccountRecord,
  type AttemptedData,
  type AttemptModel,
  attemptOf,
  type DeliveryModel,
  type DeliveryPage,
  type DeliveryRecord,
  deliveryDiagnosis,
  type EmissionModel,
  type EmittedData,
  settingsOf,
} from '@svc-simulator/core';
import type { ListQuery, StoredTraceEvent, Trace } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';

const ATTEMPTS_PER_PAGE = 200;

/**
 * Returns a page of the session's deliveries, newest first. For a session without `webhook_url`, returns its
 * signed webhooks with the state `unsent`, all on one page.
 * @throws InvalidCursorError
 */
export async function deliveriesOfSession(
  { store }: Pick<Runtime, 'store'>,
  account: AccountRecord,
  sessionId: string,
  { limit, cursor }: Pick<ListQuery, 'limit' | 'cursor'>,
): Promise<DeliveryPage> {
  const { items, nextCursor } = await store.list('delivery', account.id, {
    tag: `session:${sessionId}`,
    limit,
    cursor,
  });
  if (items.length > 0) return { deliveries: await readModels(store.trace, account, items), nextCursor };
  const emissions = await store.trace.page(account.id, {
    sessionId,
    types: ['webhook.emitted'],
    order: 'desc',
    limit,
  });
  return {
    deliveries: emissions.items.map((event) => unsentModel(account, sessionId, event)),
    nextCursor: null,
  };
}

export async function readDelivery(
  { store }: Pick<Runtime, 'store'>,
  account: AccountRecord,
  deliveryId: string,
): Promise<DeliveryModel | undefined> {
  const record = await store.get('delivery', deliveryId);
  if (record?.accountId !== account.id) return undefined;
  return (await readModels(store.trace, account, [record]))[0];
}

async function readModels(
  trace: Trace,
  account: AccountRecord,
  records: readonly DeliveryRecord[],
): Promise<readonly DeliveryModel[]> {
  const [emissions, attempts] = await Promise.all([
    Promise.all(records.map(({ emittedEventId }) => trace.get(account.id, emittedEventId))),
    readAttempts(trace, records),
  ]);
  return records.map((record, index) => {
    const emittedEvent = emissions[index];
    const emission = emittedEvent ? parseEmission(account, parseEventData(emittedEvent)) : null;
    const ownAttempts = attempts.get(record.id) ?? [];
    const probe = record.probe ?? null;
    const chaos = record.chaos?.faults ?? [];
    const variant = emission?.signature.variant ?? settingsOf(account).webhook_signature;
    const { id, sessionId, event, url, route, state, idempotencyKey, emittedEventId } = record;
    return {
      id,
      sessionId,
      event,
      url,
      route,
      state,
      idempotencyKey,
      probe,
      resendOf: record.resendOf ?? null,
      chaos,
      emittedEventId,
      emittedAt: record.createdAt,
      nextAttemptAt: record.nextAttemptAt,
      emission,
      attempts: ownAttempts,
      diagnosis: deliveryDiagnosis({ attempts: ownAttempts, probe, variant }),
    };
  });
}

function unsentModel(
  account: AccountRecord,
  sessionId: string,
  emittedEvent: StoredTraceEvent,
): DeliveryModel {
  const { at }: { readonly at: string } = JSON.parse(emittedEvent.json);
  const data = parseEventData(emittedEvent);
  return {
    id: null,
    sessionId,
    event: data.event,
    url: null,
    route: null,
    state: 'unsent',
    idempotencyKey: data.idempotency_key,
    probe: null,
    resendOf: null,
    chaos: [],
    emittedEventId: emittedEvent.id,
    emittedAt: Date.parse(at),
    nextAttemptAt: null,
    emission: parseEmission(account, data),
    attempts: [],
    diagnosis: [],
  };
}

/**
 * Reads the attempts of some deliveries of one session from its trace. Stops when it has found as many
 * attempts as the delivery records state.
 */
async function readAttempts(
  trace: Trace,
  records: readonly DeliveryRecord[],
): Promise<ReadonlyMap<string, readonly AttemptModel[]>> {
  const byDelivery = new Map<string, AttemptModel[]>(records.map(({ id }) => [id, []]));
  const [first] = records;
  let missingCount = records.reduce((sum, { attempts }) => sum + attempts, 0);
  let after = Math.min(...records.map(({ emittedEventId }) => emittedEventId));
  while (first && missingCount > 0) {
    const { accountId, sessionId } = first;
    const page = await trace.page(accountId, {
      sessionId,
      types: ['webhook.attempted'],
      order: 'asc',
      after,
      limit: ATTEMPTS_PER_PAGE,
    });
    for (const event of page.items) {
      const deliveryAttempts = byDelivery.get(parseEventData(event).delivery_id ?? '');
      if (!deliveryAttempts) continue;
      deliveryAttempts.push(parseAttempt(event));
      missingCount--;
    }
    // Retention may have deleted some attempts, so the trace can end before all are found.
    if (page.nextCursor === null) break;
    after = Number(page.nextCursor);
  }
  return byDelivery;
}

function parseAttempt({ json }: StoredTraceEvent): AttemptModel {
  const { at, data }: { readonly at: string; readonly data: AttemptedData } = JSON.parse(json);
  return {
    ...attemptOf(data),
    attempt: data.attempt,
    at: Date.parse(at),
    simulatorMs: data.simulator_duration_ms ?? data.duration_ms,
  };
}

/**
 * Detects the variant and secret from the signature, because the settings may have changed since the
 * emission.
 */
function parseEmission(account: AccountRecord, data: EmittedData): EmissionModel {
  const { webhookSecret, previousWebhookSecret } = account;
  const { headers, raw_body: rawBody } = data;
  const sentSignature = headers[webhookHeaders.signature] ?? '';
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const signedParts = { timestamp, body: rawBody };
  const detectVariant = (secret: string) =>
    signatureVariantOf({ ...signedParts, secret, signature: sentSignature });
  const previousVariant = previousWebhookSecret && detectVariant(previousWebhookSecret.secret);
  const variant = detectVariant(webhookSecret) ?? previousVariant ?? settingsOf(account).webhook_signature;
  const secret = previousVariant ? previousWebhookSecret.secret : webhookSecret;
  const computedSignature = signWebhook({ ...signedParts, secret, variant });
  const signedString = variant === 'timestamp' ? `${timestamp}.${rawBody}` : rawBody;
  return {
    headers,
    rawBody,
    isEdited: data.edited === true,
    signature: {
      sent: sentSignature,
      variant,
      signedString,
      recomputed: computedSignature,
      byFormerSecret: previousVariant !== undefined,
      matches: computedSignature === sentSignature,
    },
  };
}

function parseEventData({ json }: StoredTraceEvent): EmittedData {
  return JSON.parse(json).data;
}
