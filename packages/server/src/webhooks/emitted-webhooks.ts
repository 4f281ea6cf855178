import { type Clock, type DeliveryRecord, type EmittedData, getOrCreate } from '@svc-simulator/core';
import type { Store, StoredTraceEvent } from '@svc-simulator/store/store.ts';

const MAX_CACHED_CHARACTERS = 64 * 1024 * 1024;
/** An emission is cached for one to two generations, in which nearly all retries end. */
const GENERATION_MS = 15_000;

/**
 * `webhook` becomes null when the emission is forgotten, because a busy Map can keep deleted entries in
 * memory.
 */
interface CachedEmission {
  webhook: EmittedWebhook | null;
}

/** Cached emissions by account id and event id. */
type Generation = Map<string, Map<number, CachedEmission>>;

export interface EmittedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
}

/**
 * Finds emitted webhooks. Pending ones are cached, because reading each from the disk would slow down a
 * burst.
 */
export class EmittedWebhooks {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #unsubscribe: () => void;
  /** Two generations, so that old entries are dropped without a search. */
  #current: Generation = new Map();
  #previous: Generation = new Map();
  #generationStartMs: number;
  #cachedCharacters = 0;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#generationStartMs = clock.elapsed();
    this.#unsubscribe = store.trace.subscribe(null, (event) => {
      if (event.type === 'webhook.emitted') this.#cache(event);
    });
  }

  find({ accountId, emittedEventId }: DeliveryRecord): EmittedWebhook | Promise<EmittedWebhook | undefined> {
    const entry =
      this.#current.get(accountId)?.get(emittedEventId) ?? this.#previous.get(accountId)?.get(emittedEventId);
    return entry?.webhook ?? readEmission(this.#store, accountId, emittedEventId);
  }

  forget({ accountId, emittedEventId }: DeliveryRecord): void {
    const byEventId = this.#current.get(accountId);
    const entry = byEventId?.get(emittedEventId);
    if (!entry) {
      this.#previous.get(accountId)?.delete(emittedEventId);
      return;
    }
    this.#cachedCharacters -= entry.webhook?.rawBody.length ?? 0;
    entry.webhook = null;
    byEventId?.delete(emittedEventId);
  }

  close(): void {
    this.#unsubscribe();
  }

  #cache({ accountId, id, data }: StoredTraceEvent): void {
    const emission = data as EmittedData | undefined;
    if (!emission?.delivery_id) return;
    if (this.#clock.elapsed() - this.#generationStartMs >= GENERATION_MS) {
      this.#previous = this.#current;
      this.#current = new Map();
      this.#generationStartMs = this.#clock.elapsed();
      this.#cachedCharacters = 0;
    }
    // When the cache is full, later emissions are read from the trace, because earlier ones are needed first.
    if (this.#cachedCharacters + emission.raw_body.length > MAX_CACHED_CHARACTERS) return;
    this.#cachedCharacters += emission.raw_body.length;
    getOrCreate(this.#current, accountId, () => new Map()).set(id, { webhook: toWebhook(emission) });
  }
}

/** Reads an emission from the trace; undefined after its retention or a reset. */
export async function readEmission(
  { trace }: Store,
  accountId: string,
  eventId: number,
): Promise<EmittedWebhook | undefined> {
  const event = await trace.get(accountId, eventId);
  return event?.type === 'webhook.emitted' ? toWebhook(JSON.parse(event.json).data) : undefined;
}

function toWebhook({ headers, raw_body }: EmittedData): EmittedWebhook {
  return { headers, rawBody: raw_body };
}
