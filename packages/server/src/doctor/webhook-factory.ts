import {
  signatureVariantOf,
  signWebhook,
  type WebhookSignatureVariant,
  webhookHeaders,
} from '@svc-simulator/contract';
import { webhookTime } from '@svc-simulator/core';
import type { Webhook } from '@svc-simulator/outbound';

/** Recipients of the largest payment: 20 and the owner (contract section 3). */
const MOST_CREDITS = 21;
/** The longest text that a body may contain (contract section 1). */
const MEMO = 'Parte de un pago repartido. '.repeat(18).slice(0, 500);

export interface Forgery {
  readonly body: string;
  /** Default: a new one. */
  readonly idempotencyKey?: string;
}

export interface Emission {
  readonly sessionId: string;
  /** Undefined if it was never emitted. */
  readonly deliveryId?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
}

export interface ForgerySource {
  now(): number;
  newId(): string;
}

export class WebhookFactory {
  readonly #secret: string;
  readonly #variant: WebhookSignatureVariant;
  readonly #source: ForgerySource;

  constructor(secret: string, variant: WebhookSignatureVariant, source: ForgerySource) {
    this.#secret = secret;
    this.#variant = variant;
    this.#source = source;
  }

  sign({ body, idempotencyKey = this.#source.newId() }: Forgery): Webhook {
    const timestamp = webhookTime(this.#source.now());
    const signed = { secret: this.#secret, timestamp, body, variant: this.#variant };
    return {
      headers: {
        [webhookHeaders.contentType]: 'application/json',
        [webhookHeaders.userAgent]: 'svc-sim',
        [webhookHeaders.signature]: signWebhook(signed),
        [webhookHeaders.timestamp]: timestamp,
        [webhookHeaders.idempotencyKey]: idempotencyKey,
      },
      body: Buffer.from(body),
    };
  }

  /** Returns the webhook with another signature, or with none if it is undefined. */
  signedAs(webhook: Webhook, signature: string | undefined): Webhook {
    const { [webhookHeaders.signature]: _, ...headers } = webhook.headers;
    const own = signature === undefined ? {} : { [webhookHeaders.signature]: signature };
    return { ...webhook, headers: { ...headers, ...own } };
  }
}

/** Returns the form that the account signs; undefined if the secret isn't the account's. */
export function variantOf(
  { headers, rawBody }: Emission,
  secret: string,
): WebhookSignatureVariant | undefined {
  return signatureVariantOf({
    secret,
    body: rawBody,
    signature: headers[webhookHeaders.signature] ?? '',
    timestamp: headers[webhookHeaders.timestamp] ?? '',
  });
}

export function ofAnotherSession({ rawBody, sessionId }: Emission, otherId: string): string {
  return rawBody.replaceAll(sessionId, otherId);
}

export function accented({ rawBody }: Emission): string {
  return rawBody.replaceAll(/"bank_name":"[^"]*"/g, '"bank_name":"Venezolano de Crédito"');
}

export function splitAmongMany({ rawBody }: Emission, newId: () => string): string {
  const body = JSON.parse(rawBody);
  const many = ({ receiver_credits: credits, ...part }: { readonly receiver_credits?: object }) =>
    credits ? { ...part, receiver_credits: manyLike(credits, newId) } : part;
  return JSON.stringify({ ...many(body), ...(body.data && { data: many(body.data) }) });
}

/** Keeps the shape that the account has chosen: a list, or an object keyed by receiver. */
function manyLike(credits: object, newId: () => string): unknown {
  const [first] = Object.values(credits);
  const many = Array.from({ length: MOST_CREDITS }, (_, at) => ({
    ...first,
    memo: MEMO,
    svc_credit_id: String(Number(first.svc_credit_id) + at),
  }));
  if (Array.isArray(credits)) return many;
  const keyed = many.map((credit, at) => {
    const receiver_id = at === 0 ? 'owner' : newId();
    return [receiver_id, { ...credit, receiver_id }];
  });
  return Object.fromEntries(keyed);
}
