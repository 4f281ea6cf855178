import { accept, type Outcome, type Refused } from '@svc-simulator/contract';
import { type DeliveryRecord, isoOf } from '@svc-simulator/core';
import { ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { conflict, notFound } from '../http/refusals.ts';
import type { Runtime } from '../runtime.ts';
import { type Emitting, type RepetitionRequest, repeat } from '../webhooks/emission.ts';
import { readEmission } from '../webhooks/emitted-webhooks.ts';

export interface ResendOptions {
  /** Under a fresh idempotency key, as if it were another webhook; by default the key stays. */
  readonly asNew: boolean;
}

/**
 * Sends a webhook of the account again: the same body, signed with a new timestamp (contract section 9.4). Answers the new
 * delivery once it is stored. Refusals: 404 for a delivery that is not the account's or out of retention, 409 for a probe.
 */
export async function resend(
  runtime: Runtime,
  accountId: string,
  deliveryId: string,
  { asNew }: ResendOptions,
): Promise<Outcome<DeliveryRecord>> {
  const { store, random } = runtime;
  const original = await store.get('delivery', deliveryId);
  if (!original || original.accountId !== accountId) return notFound('delivery');
  if (original.probe) return isProbe(original);
  const emission = await readEmission(store, accountId, original.emittedEventId);
  if (!emission) return notFound('delivery');
  return sendAgain(runtime, original, notFound('delivery'), () => ({
    rawBody: emission.rawBody,
    ...(asNew && { idempotencyKey: random.uuid() }),
    purpose: { resendOf: deliveryId },
  }));
}

/** Commits a webhook made of an earlier delivery, which is `gone` where a reset has come in between; answers the new delivery. */
export function sendAgain(
  { store, random, settings }: Runtime,
  original: DeliveryRecord,
  gone: Refused,
  made: (now: number) => Omit<RepetitionRequest, keyof Emitting | 'original'>,
): Promise<Outcome<DeliveryRecord>> {
  const { id, accountId } = original;
  const read = [ref('account', accountId), ref('delivery', id)];
  return store.transact<Outcome<DeliveryRecord>>({ account: accountId, read }, (view) => {
    const account = view.get('account', accountId);
    if (!account || !view.get('delivery', id)) return { result: gone };
    const { now, nextEventId } = view;
    const sent = repeat({ ...made(now), original, account, now, random, nextEventId, settings });
    return { result: accept(sent.delivery), puts: sent.puts, events: sent.events };
  });
}

function isProbe({ probe, sessionId }: DeliveryRecord) {
  return conflict(message('problem.probe.resent', { kind: probe ?? '', session: sessionId }));
}

/** A delivery as a resend answers it. */
export function deliveryData(delivery: DeliveryRecord) {
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
