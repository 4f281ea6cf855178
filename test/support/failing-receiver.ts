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
  readonly #seen = new Map<string, { readonly bytes: Set<string>; acceptedCount: number }>();
  /** `event session_id` of each accepted webhook, in order of arrival. */
  readonly #acceptances = new Sightings<string>('accepted webhook');
  url = '';

  static async start(): Promise<FailingReceiver> {
    const failing = new FailingReceiver();
    const { url } = await startReceiver((webhook, response) => {
      if (failing.#receive(webhook)) response.end('ok');
      else if (webhook.rawBody.length % 2) response.destroy();
      else response.writeHead(500).end();
    });
    failing.url = url;
    return failing;
  }

  /**
   * Resolves when each emission (`event session_id`) was accepted. The timeout restarts with each webhook.
   */
  async waitUntilAccepted(emissions: readonly string[]): Promise<void> {
    while (this.missing(emissions).length > 0)
      await this.#acceptances.atLeast(this.#acceptances.all.length + 1);
  }

  /** Returns the emissions that haven't been accepted yet. */
  missing(emissions: readonly string[]): string[] {
    return emissions.filter((emission) => !this.#seen.get(emission)?.acceptedCount);
  }

  /** Returns the emissions that arrived with more than one key, signature, or body. */
  changed(): string[] {
    return [...this.#seen].filter(([, { bytes }]) => bytes.size > 1).map(([emission]) => emission);
  }

  /** Returns how many webhooks were accepted more than once. */
  duplicateCount(): number {
    return [...this.#seen.values()].filter(({ acceptedCount }) => acceptedCount > 1).length;
  }

  #receive({ event, sessionId, headers, rawBody }: Received): boolean {
    const key = String(headers['idempotency-key']);
    const emission = `${event} ${sessionId}`;
    const emissionState = this.#seen.get(emission) ?? { bytes: new Set<string>(), acceptedCount: 0 };
    this.#seen.set(emission, emissionState);
    emissionState.bytes.add(`${key} ${headers['svc-signature']} ${rawBody}`);
    const refusalCount = this.#refusals.get(key) ?? 0;
    if (refusalCount < (failures[key[0] as string] ?? 0)) {
      this.#refusals.set(key, refusalCount + 1);
      return false;
    }
    emissionState.acceptedCount++;
    this.#acceptances.add(emission);
    return true;
  }
}
