import type { TraceEvent } from '@svc-simulator/contract';
import type { Simulator } from '@svc-simulator/simulator';

/** A failing command may stop its receiver this long before it ends itself. */
const SHUTDOWN_MS = 2000;

/** Recognizes webhooks that failed only because the ending command had stopped its own receiver. */
export class ShutdownNoise {
  readonly #elapsed: () => number;
  /** Times of attempts that found no receiver, by attempt. */
  readonly #goneAtMs = new Map<string, number>();
  #endMs = Number.POSITIVE_INFINITY;

  constructor(simulator: Pick<Simulator, 'onEvent'>, elapsed: () => number) {
    this.#elapsed = elapsed;
    simulator.onEvent(({ json }) => {
      const event: TraceEvent = JSON.parse(json);
      if (isReceiverGone(event)) this.#goneAtMs.set(attemptKey(event), elapsed());
    });
  }

  end(): void {
    this.#endMs = this.#elapsed();
  }

  /**
   * Leaves out attempts that failed because the command ended. Also leaves out attempts without a receiver if
   * the same webhook had a response before, because that response is the fault.
   */
  filter(events: readonly TraceEvent[]): readonly TraceEvent[] {
    const urls = new Map<unknown, unknown>();
    const answeredDeliveries = new Set<unknown>();
    return events.filter((event) => {
      const { type, data } = event;
      if (type === 'webhook.emitted') urls.set(data.delivery_id, data.url);
      if (type !== 'webhook.attempted') return true;
      const url = urls.get(data.delivery_id);
      if (!isReceiverGone(event)) answeredDeliveries.add(url).add(data.delivery_id);
      const isLast = (this.#goneAtMs.get(attemptKey(event)) ?? 0) > this.#endMs - SHUTDOWN_MS;
      return !(isReceiverGone(event) && answeredDeliveries.has(isLast ? url : data.delivery_id));
    });
  }
}

function isReceiverGone({ type, data }: TraceEvent): boolean {
  return type === 'webhook.attempted' && /^(ECONNREFUSED|ECONNRESET|EPIPE)/.test(String(data.error));
}

/**
 * Includes the delivery, because event ids are unique only within an account and a command may use several
 * accounts.
 */
function attemptKey({ data }: TraceEvent): string {
  return `${data.delivery_id} ${data.attempt}`;
}
