import type { EmissionFault } from '@svc-simulator/contract';
import { namesOf } from '@svc-simulator/contract';
import {
  type AccountChaos,
  type AccountRecord,
  chaosInjectedEvent,
  countInjected,
  type DeliveryRecord,
  drawEmission,
  REORDER_HOLD_MS,
  type TraceDraft,
} from '@svc-simulator/core';
import { type Put, put } from '@svc-simulator/store/store.ts';
import { type EmissionRequest, emit, type WebhookEmission } from './emission.ts';

type EmittedChange = Pick<WebhookEmission, 'puts'> & { readonly events: readonly TraceDraft[] };

interface DuplicateRequest {
  readonly event: TraceDraft;
  readonly original: DeliveryRecord;
  readonly number: number;
  readonly eventsBefore: number;
  readonly delayMs: number;
}

/**
 * Emits the webhooks of one change with the faults that the chaos seed determines. The caller holds the
 * account's lock, because the account's record counts the webhooks.
 */
export class ChaosEmissions {
  readonly #account: AccountRecord;
  #chaos: AccountChaos;

  constructor(account: AccountRecord, chaos: AccountChaos) {
    this.#account = account;
    this.#chaos = chaos;
  }

  get accountPut(): Put {
    return put('account', this.#account.id, { ...this.#account, chaos: this.#chaos });
  }

  /** Emits a webhook and possibly its duplicate. A webhook without a receiver isn't counted. */
  emit(request: EmissionRequest): EmittedChange {
    const emission = emit(request);
    const { delivery } = emission;
    if (!delivery) return emission;
    const number = this.#chaos.webhooks + 1;
    const draw = drawEmission(this.#chaos, number, request.event);
    const { delayMs, reorder, duplicate } = draw;
    this.#chaos = { ...this.#chaos, webhooks: number };
    const original = this.#injectFaults(delivery, number, {
      ...(delayMs > 0 && { delay: { delay_ms: delayMs } }),
      ...(reorder && { reorder: { hold_ms: REORDER_HOLD_MS } }),
      ...(duplicate && { duplicate: null }),
    });
    const [event] = emission.events;
    const events = [withFaults(event, original), ...original.events];
    if (!duplicate) return { puts: [original.put], events };
    const copy = this.#emitDuplicate(request, {
      event,
      original: original.delivery,
      number,
      eventsBefore: events.length,
      delayMs: draw.copyDelayMs,
    });
    return { puts: [original.put, copy.put], events: [...events, ...copy.events] };
  }

  /** Emits a copy with the same bytes and idempotency key, like a sender that never received the response. */
  #emitDuplicate(
    { random, nextEventId }: EmissionRequest,
    { event, original, number, eventsBefore, delayMs }: DuplicateRequest,
  ) {
    const id = random.uuid();
    const delivery: DeliveryRecord = {
      ...original,
      id,
      emittedEventId: nextEventId + eventsBefore,
      resendOf: original.id,
    };
    const result = this.#injectFaults(delivery, number, {
      duplicate: { duplicate_of: original.id },
      ...(delayMs > 0 && { delay: { delay_ms: delayMs } }),
    });
    const copyEvent = { ...event, data: { ...event.data, delivery_id: id, resend_of: original.id } };
    return { put: result.put, events: [withFaults(copyEvent, result), ...result.events] };
  }

  #injectFaults(
    source: DeliveryRecord,
    number: number,
    dataByFault: Readonly<Partial<Record<EmissionFault, TraceDraft['data'] | null>>>,
  ) {
    const faults = namesOf(dataByFault);
    const heldMs = Number(dataByFault.delay?.delay_ms ?? 0) + Number(dataByFault.reorder?.hold_ms ?? 0);
    const delivery: DeliveryRecord = {
      ...source,
      nextAttemptAt: source.createdAt + heldMs,
      chaos: { id: this.#chaos.id, number, faults },
    };
    // `duplicate` is null for the original: the copy reports and counts this fault.
    const ownFaults = faults.flatMap((fault) => {
      const data = dataByFault[fault];
      return data ? [{ fault, data }] : [];
    });
    this.#chaos = countInjected(
      this.#chaos,
      ownFaults.map(({ fault }) => fault),
    );
    const events = ownFaults.map(({ fault, data }) =>
      chaosInjectedEvent(delivery, source.createdAt, fault, data),
    );
    return { delivery, put: put('delivery', delivery.id, delivery), faults, events };
  }
}

function withFaults(
  event: TraceDraft,
  { faults }: { readonly faults: readonly EmissionFault[] },
): TraceDraft {
  return faults.length === 0 ? event : { ...event, data: { ...event.data, chaos: faults } };
}
