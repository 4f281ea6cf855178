import { type Received, startReceiver } from './receiver.ts';
import { Sightings } from './sightings.ts';

/** How a receiver meets a webhook that it sees for the first time, by the first digit of its key; anything else is taken. */
const failures: Readonly<Record<string, number>> = { '0': 2, '1': 1, '2': 1, '3': 1 };

/**
 * A receiver that fails: a quarter of the webhooks it refuses the first time, or the first two times, half of those by
 * closing the connection. It never refuses one as often as it is sent.
 */
export class FailingReceiver {
  readonly #refusals = new Map<string, number>();
  /** By event and session: what was sent, and how often it was taken. */
  readonly #seen = new Map<string, { readonly bytes: Set<string>; taken: number }>();
  /** `event session_id`, in the order in which they were taken. */
  readonly #takes = new Sightings<string>('webhook that was taken');
  url = '';

  static async start(): Promise<FailingReceiver> {
    const failing = new FailingReceiver();
    const { url } = await startReceiver((webhook, response) => {
      if (failing.#take(webhook)) response.end('ok');
      else if (webhook.rawBody.length % 2) response.destroy();
      else response.writeHead(500).end();
    });
    failing.url = url;
    return failing;
  }

  /**
   * Resolves when each of these (`event session_id`) was accepted at least once; the time limit restarts with
   * each one.
   */
  async taken(emissions: readonly string[]): Promise<void> {
    while (this.missing(emissions).length > 0) await this.#takes.atLeast(this.#takes.all.length + 1);
  }

  /** Those of the emissions that have not been taken yet. */
  missing(emissions: readonly string[]): string[] {
    return emissions.filter((emission) => !this.#seen.get(emission)?.taken);
  }

  /** Emissions that arrived with more than one key, signature or body. */
  changed(): string[] {
    return [...this.#seen].filter(([, { bytes }]) => bytes.size > 1).map(([emission]) => emission);
  }

  /** How many were taken more than once. */
  duplicates(): number {
    return [...this.#seen.values()].filter(({ taken }) => taken > 1).length;
  }

  #take({ event, sessionId, headers, rawBody }: Received): boolean {
    const key = String(headers['idempotency-key']);
    const emission = `${event} ${sessionId}`;
    const emissionState = this.#seen.get(emission) ?? { bytes: new Set<string>(), taken: 0 };
    this.#seen.set(emission, emissionState);
    emissionState.bytes.add(`${key} ${headers['svc-signature']} ${rawBody}`);
    const refusalCount = this.#refusals.get(key) ?? 0;
    if (refusalCount < (failures[key[0] as string] ?? 0)) {
      this.#refusals.set(key, refusalCount + 1);
      return false;
    }
    emissionState.taken++;
    this.#takes.add(emission);
    return true;
  }
}
