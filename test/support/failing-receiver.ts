import { type Received, startReceiver } from './receiver.ts';
import { Sightings } from './sightings.ts';

/** Number of times that a webhook is refused, by the first digit of its idempotency key. Default: 0. */
const failures: Readonly<Record<string, number>> = { '0': 2, '1': 1, '2': 1, '3': 1 };

/**
 * A receiver that refuses a quarter of the webhooks once or twice, half of them by closing the connection.
 * The third attempt always succeeds, so no webhook is abandoned.
 */
export class FailingReceiver {
  readonly #refusals = new Map<string, number>();
  /** For each `event session_id`: the bytes that arrived, and how often the webhook was accepted. */
  readonly #seen = new Map<string, { readonly bytes: Set<string>; taken: number }>();
  /** `event session_id` of each accepted webhook, in order of arrival. */
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
   * Resolves when each emission (`event session_id`) was accepted. The timeout restarts with each webhook.
   */
  async taken(emissions: readonly string[]): Promise<void> {
    while (this.missing(emissions).length > 0) await this.#takes.atLeast(this.#takes.all.length + 1);
  }

  /** Returns the emissions that haven't been accepted yet. */
  missing(emissions: readonly string[]): string[] {
    return emissions.filter((emission) => !this.#seen.get(emission)?.taken);
  }

  /** Returns the emissions that arrived with more than one key, signature, or body. */
  changed(): string[] {
    return [...this.#seen].filter(([, { bytes }]) => bytes.size > 1).map(([emission]) => emission);
  }

  /** Returns how many webhooks were accepted more than once. */
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
