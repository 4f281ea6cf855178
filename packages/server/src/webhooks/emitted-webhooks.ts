import type { Clock, DeliveryRecord, EmittedData } from '@svc-simulator/core';
import type { Store, StoredTraceEvent } from '@svc-simulator/store/store.ts';

/** Characters of bodies in memory. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Milliseconds of a generation. Entries leave after at most two, when the retries have ended. */
const KEPT_MS = 15_000;

/**
 * An emission that waits for its delivery. Its contents are cleared when it is dropped, because old tables of
 * a busy Map keep deleted entries alive.
 */
interface CachedEmission {
  webhook: EmittedWebhook | null;
}

/** By account and id of the trace event. */
type Generation = Map<string, Map<number, CachedEmission>>;

export interface EmittedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
}

/**
 * Emissions as their trace events store them. Pending ones are cached, because in a burst the store has
 * already moved them to the disk; others are read from the trace.
 */
export class EmittedWebhooks {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #unsubscribe: () => void;
  /** Two generations, so that old entries leave without a search. */
  #young: Generation = new Map();
  #old: Generation = new Map();
  #bornAt: number;
  #kept = 0;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#bornAt = clock.elapsed();
    this.#unsubscribe = store.trace.subscribe(null, (event) => {
      if (event.type === 'webhook.emitted') this.#keep(event);
    });
  }

  of({ accountId, emittedEventId }: DeliveryRecord): EmittedWebhook | Promise<EmittedWebhook | undefined> {
    const entry =
      this.#young.get(accountId)?.get(emittedEventId) ?? this.#old.get(accountId)?.get(emittedEventId);
    return entry?.webhook ?? readEmission(this.#store, accountId, emittedEventId);
  }

  forget({ accountId, emittedEventId }: DeliveryRecord): void {
    const young = this.#young.get(accountId);
    const entry = young?.get(emittedEventId);
    if (!entry) {
      this.#old.get(accountId)?.delete(emittedEventId);
      return;
    }
    this.#kept -= entry.webhook?.rawBody.length ?? 0;
    entry.webhook = null;
    young?.delete(emittedEventId);
  }

  close(): void {
    this.#unsubscribe();
  }

  #keep({ accountId, id, data }: StoredTraceEvent): void {
    const emission = data as EmittedData | undefined;
    if (!emission?.delivery_id) return;
    if (this.#clock.elapsed() - this.#bornAt >= KEPT_MS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bornAt = this.#clock.elapsed();
      this.#kept = 0;
    }
    // Earlier emissions are needed first, so the later ones are left to the trace.
    if (this.#kept + emission.raw_body.length > MOST_KEPT) return;
    this.#kept += emission.raw_body.length;
    const entry = { webhook: webhookIn(emission) };
    const young = this.#young.get(accountId);
    if (young) young.set(id, entry);
    else this.#young.set(accountId, new Map([[id, entry]]));
  }
}

/** Reads an emission from the trace; undefined after its retention or a reset. */
export async function readEmission(
  { trace }: Store,
  accountId: string,
  eventId: number,
): Promise<EmittedWebhook | undefined> {
  const event = await trace.get(accountId, eventId);
  return event?.type === 'webhook.emitted' ? webhookIn(JSON.parse(event.json).data) : undefined;
}

function webhookIn({ headers, raw_body }: EmittedData): EmittedWebhook {
  return { headers, rawBody: raw_body };
}
