import type { Clock, DeliveryRecord } from '@svc-simulator/core';
import type { Store, StoredEvent } from '../store/store.ts';

/** Characters of emissions that are kept at hand. */
const MOST_KEPT = 64 * 1024 * 1024;
/** After this time, and at most once more, what is kept is dropped: by then the ladder is at its end. */
const KEPT_MS = 15_000;

type MaybePromise<T> = T | Promise<T>;

/** JSON texts of events, by account and event id. */
type Generation = Map<string, Map<number, string>>;

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
    this.#bornAt = clock.now();
    this.#unsubscribe = store.trace.subscribe(null, (event) => {
      if (event.type === 'webhook.emitted') this.#keep(event);
    });
  }

  /** The emission of a delivery, at once when it is at hand; undefined when retention has taken it. */
  of({ accountId, emittedEventId }: DeliveryRecord): MaybePromise<EmittedWebhook | undefined> {
    const json =
      this.#young.get(accountId)?.get(emittedEventId) ?? this.#old.get(accountId)?.get(emittedEventId);
    return json === undefined ? this.#read(accountId, emittedEventId) : webhookIn(json);
  }

  /** The delivery needs its emission no more. */
  forget({ accountId, emittedEventId }: DeliveryRecord): void {
    const young = this.#young.get(accountId);
    const json = young?.get(emittedEventId);
    if (json === undefined) this.#old.get(accountId)?.delete(emittedEventId);
    else {
      this.#kept -= json.length;
      young?.delete(emittedEventId);
    }
  }

  close(): void {
    this.#unsubscribe();
  }

  #keep({ accountId, id, json }: StoredEvent): void {
    if (this.#clock.now() - this.#bornAt >= KEPT_MS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bornAt = this.#clock.now();
      this.#kept = 0;
    }
    // Those that came first are needed first, so it is the later ones that have to be read back.
    if (this.#kept + json.length > MOST_KEPT) return;
    this.#kept += json.length;
    const young = this.#young.get(accountId);
    if (young) young.set(id, json);
    else this.#young.set(accountId, new Map([[id, json]]));
  }

  async #read(accountId: string, eventId: number): Promise<EmittedWebhook | undefined> {
    const event = await this.#store.trace.get(accountId, eventId);
    return event?.type === 'webhook.emitted' ? webhookIn(event.json) : undefined;
  }
}

function webhookIn(json: string): EmittedWebhook {
  const { data } = JSON.parse(json) as {
    data: { headers: Readonly<Record<string, string>>; raw_body: string };
  };
  return { headers: data.headers, rawBody: data.raw_body };
}
