import type { TraceEvent } from '@svc-simulator/contract';
import type { AttemptedData, EmittedData } from '@svc-simulator/core';
import type { Webhook } from '../sessions-api.ts';
import type { EventLog } from './event-log.ts';

type Draft = { -readonly [Field in keyof Webhook]: Webhook[Field] };

export class SeenWebhooks {
  #webhooks: Draft[] = [];
  #byDelivery = new Map<unknown, Draft>();

  constructor(log: EventLog) {
    for (const event of log.events) this.#add(event);
    log.listen({ happened: (event) => this.#add(event), ended: () => {} });
  }

  /** Returns copies in order of creation; later events don't change them. */
  all(): Webhook[] {
    return this.#webhooks.map((webhook) => ({ ...webhook }));
  }

  #add(event: TraceEvent): void {
    if (event.type === 'control.reset' || event.type === 'control.snapshot') {
      this.#webhooks = [];
      this.#byDelivery = new Map();
    } else if (event.type === 'webhook.emitted') {
      this.#addWebhook(event.session_id ?? '', event.data as EmittedData);
    } else {
      const webhook = this.#byDelivery.get(event.data.delivery_id);
      if (webhook) applyEvent(webhook, event);
    }
  }

  #addWebhook(sessionId: string, data: EmittedData): void {
    if (data.probe !== undefined) return;
    const webhook: Draft = {
      event: data.event,
      sessionId,
      deliveryId: data.delivery_id,
      idempotencyKey: data.idempotency_key,
      body: JSON.parse(data.raw_body),
      rawBody: data.raw_body,
      headers: data.headers,
      url: data.url,
      state: data.url === null ? 'unsent' : 'pending',
      status: null,
      error: null,
      attempts: 0,
      via: null,
      resendOf: data.resend_of ?? null,
    };
    this.#webhooks.push(webhook);
    if (data.delivery_id !== null) this.#byDelivery.set(data.delivery_id, webhook);
  }
}

function applyEvent(webhook: Draft, { type, data }: TraceEvent): void {
  if (type === 'webhook.attempted') {
    const { attempt, via, status, error } = data as AttemptedData;
    Object.assign(webhook, { attempts: attempt, via, status, error });
  } else if (type === 'webhook.delivered') webhook.state = 'delivered';
  else if (type === 'webhook.gave_up') webhook.state = 'gave_up';
}
