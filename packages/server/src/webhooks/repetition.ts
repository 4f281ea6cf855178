import { defined, type ProbeKind } from '@svc-simulator/contract';
import {
  type AccountRecord,
  type DeliveryRecord,
  openDelivery,
  type RandomSource,
  routeOf,
  type TraceDraft,
  webhookTime,
} from '@svc-simulator/core';
import { type Put, put } from '@svc-simulator/store/store.ts';
import { type EmissionRequest, headersOf, ownAddress } from './emission.ts';
import { signatureHeaders } from './signing.ts';

export interface RepetitionRequest {
  /** The delivery that it is made from; it goes to the same address. */
  readonly original: DeliveryRecord;
  /** Default: the original's. */
  readonly event?: DeliveryRecord['event'];
  /** Sent and signed as it is. */
  readonly rawBody: string;
  /** Default: the original's. */
  readonly idempotencyKey?: string;
  readonly account: AccountRecord;
  /** What it is signed with, in place of the account's `webhook_secret`. */
  readonly foreignSecret?: string;
  /** Milliseconds since the epoch; becomes `svc-timestamp`. Default: now. */
  readonly signedAt?: number;
  readonly purpose: { readonly probe: ProbeKind } | { readonly resendOf: string };
  readonly now: number;
  readonly random: RandomSource;
  /** The trace id that the emission's event will get. */
  readonly nextEventId: number;
  readonly settings: EmissionRequest['settings'];
}

/** A webhook made from one that was emitted before, and its delivery. */
export interface Repetition {
  readonly delivery: DeliveryRecord;
  readonly puts: readonly Put[];
  /** `webhook.emitted`, marked `probe` or `resend_of`. */
  readonly events: readonly [TraceDraft];
}

/** Makes a webhook from an earlier one, signed anew (contract section 9.4); from there it is a delivery like any other. */
export function repeat(request: RepetitionRequest): Repetition {
  const { original, rawBody, account, purpose, now, settings, foreignSecret } = request;
  const { event = original.event, idempotencyKey = original.idempotencyKey } = request;
  const timestamp = webhookTime(request.signedAt ?? now);
  const signatures = signatureHeaders(account, { timestamp, body: rawBody, now, foreignSecret });
  const { url, sessionId, credentials, by } = original;
  // The simulator may listen elsewhere than when the original was sent.
  const route = routeOf(url, ownAddress(settings, account.id));
  const id = request.random.uuid();
  const emission = { id, accountId: account.id, sessionId, event, url, route, idempotencyKey };
  const about = { emittedEventId: request.nextEventId, ...defined({ credentials, by }) };
  const delivery = { ...openDelivery({ ...emission, ...about }, now), ...purpose };
  const emitted: TraceDraft = {
    type: 'webhook.emitted',
    at: now,
    sessionId,
    data: {
      delivery_id: id,
      event,
      url,
      route,
      idempotency_key: idempotencyKey,
      headers: headersOf(signatures, timestamp, idempotencyKey),
      raw_body: rawBody,
      ...(by && { by }),
      ...('probe' in purpose ? { probe: purpose.probe } : { resend_of: purpose.resendOf }),
    },
  };
  return { delivery, puts: [put('delivery', id, delivery)], events: [emitted] };
}
