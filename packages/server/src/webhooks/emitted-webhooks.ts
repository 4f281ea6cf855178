import type { Clock, DeliveryRecord, EmittedData } from '@svc-simulator/core';
import type { Store, StoredEvent } from '@svc-simulator/store/store.ts';

/** Characters of bodies that are kept at hand. */
const MOST_KEPT = 64 * 1024 * 1024;
/** After this time, and at most once more, what is kept is dropped: by then the ladder is at its end. */
const KEPT_MS = 15_000;

/**
 * An emission that waits for its delivery. It is emptied when it is forgotten: a Map that is added to and deleted from
 * all the time leaves old tables behind, which keep what was in them alive.
 */
interface Kept {
  webhook: EmittedWebhook | null;
}

/** By account and id of the trace event. */
type Generation = Map<string, Map<number, Kept>>;

/** What every attempt of a delivery sends. */
export interface EmittedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  /** The signed text; its bytes are its UTF-8. */
  readonly rawBody: string;
}

/**
 * What emissions fixed, as their trace events hold it. Those that are not delivered yet are kept in memory, because in a
 * burst the store has long moved them to the disk when their turn comes; all others are read back from the trace.
 */
export class EmittedWebhooks {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #unsubscribe: () => void;
  /** Two generations, so that what nobody asks for any more goes without being looked for. */
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

  /** The emission of a delivery; undefined when retention has taken it. */
  of({ accountId, emittedEventId }: DeliveryRecord): EmittedWebhook | Promise<EmittedWebhook | undefined> {
    const kept =
      this.#young.get(accountId)?.get(emittedEventId) ?? this.#old.get(accountId)?.get(emittedEventId);
    return kept?.webhook ?? readEmission(this.#store, accountId, emittedEventId);
  }

  /** The delivery needs its emission no more. */
  forget({ accountId, emittedEventId }: DeliveryRecord): void {
    const young = this.#young.get(accountId);
    const kept = young?.get(emittedEventId);
    if (!kept) {
      this.#old.get(accountId)?.delete(emittedEventId);
      return;
    }
    this.#kept -= kept.webhook?.rawBody.length ?? 0;
    kept.webhook = null;
    young?.delete(emittedEventId);
  }

  close(): void {
    this.#unsubscribe();
  }

  #keep({ accountId, id, data }: StoredEvent): void {
    const emission = data as EmittedData | undefined;
    if (!emission?.delivery_id) return;
    if (this.#clock.elapsed() - this.#bornAt >= KEPT_MS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bornAt = this.#clock.elapsed();
      this.#kept = 0;
    }
    // Those that came first are needed first, so it is the later ones that have to be read back.
    if (this.#kept + emission.raw_body.length > MOST_KEPT) return;
    this.#kept += emission.raw_body.length;
    const kept = { webhook: webhookIn(emission) };
    const young = this.#young.get(accountId);
    if (young) young.set(id, kept);
    else this.#young.set(accountId, new Map([[id, kept]]));
  }
}

/** What an emission fixed, from the trace; undefined when retention or a reset has taken it. */
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
