import { accept, type Outcome, type Refused } from '@svc-simulator/contract';
import { type DeliveryRecord, isoOf } from '@svc-simulator/core';
import { ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { type EmissionContext, emitRepetition, type RepetitionRequest } from '../webhooks/emission.ts';
import { readEmission } from '../webhooks/emitted-webhooks.ts';

export interface ResendOptions {
  /** If true, the webhook gets a new idempotency key. Otherwise, the key stays. */
  readonly asNew: boolean;
  /** Replaces the stored body. The webhook is then marked as edited and as sent by a tool. */
  readonly rawBody?: string | undefined;
}

/**
 * Sends a webhook again with the same body and a new timestamp (contract section 9.4), and returns the new
 * delivery. Refusals: 404 if the delivery is unknown or expired, 409 for a test webhook.
 */
export async function resend(
  runtime: Runtime,
  accountId: string,
  deliveryId: string,
  { asNew, rawBody }: ResendOptions,
): Promise<Outcome<DeliveryRecord>> {
  const { store, random } = runtime;
  const original = await store.get('delivery', deliveryId);
  if (!original || original.accountId !== accountId) return notFound('delivery');
  if (original.probe) return probeConflict(original);
  const emission = await readEmission(store, accountId, original.emittedEventId);
  if (!emission) return notFound('delivery');
  return repeatDelivery(runtime, original, notFound('delivery'), () => ({
    ...(rawBody === undefined ? { rawBody: emission.rawBody } : { rawBody, isEdited: true }),
    ...(asNew && { idempotencyKey: random.uuid() }),
    purpose: { resendOf: deliveryId },
  }));
}

/**
 * Commits a copy of an earlier delivery's webhook. Returns `refusal` if the account or the delivery was
 * removed meanwhile.
 */
export function repeatDelivery(
  { store, random, settings }: Runtime,
  original: DeliveryRecord,
  refusal: Refused,
  contentsAt: (now: number) => Omit<RepetitionRequest, keyof EmissionContext | 'original'>,
): Promise<Outcome<DeliveryRecord>> {
  const { id, accountId } = original;
  const read = [ref('account', accountId), ref('delivery', id)];
  return store.transact<Outcome<DeliveryRecord>>({ account: accountId, read }, (view) => {
    const account = view.get('account', accountId);
    if (!account || !view.get('delivery', id)) return { result: refusal };
    const { now, nextEventId } = view;
    const emission = emitRepetition({
      ...contentsAt(now),
      original,
      account,
      now,
      random,
      nextEventId,
      settings,
    });
    return { result: accept(emission.delivery), puts: emission.puts, events: emission.events };
  });
}

function probeConflict({ probe, sessionId }: DeliveryRecord) {
  return conflict(message('problem.probe.resent', { kind: probe ?? '', session: sessionId }));
}

export function presentDelivery(delivery: DeliveryRecord) {
  const { id, sessionId, event, url, route, idempotencyKey, resendOf, createdAt } = delivery;
  return {
    delivery_id: id,
    session_id: sessionId,
    event,
    url,
    route,
    idempotency_key: idempotencyKey,
    resend_of: resendOf ?? null,
    created_at: isoOf(createdAt),
  };
}
