import type { TraceEvent } from '@svc-simulator/contract';
import type { Simulator } from '@svc-simulator/simulator';

/** Attempts in this time before the command's end may have failed because the command was ending. */
const SHUTDOWN_MS = 2000;

/** Recognizes attempts that failed only because the command, as it ended, had already stopped its receiver. */
export class ShutdownNoise {
  readonly #elapsed: () => number;
  /** Times of attempts that found no receiver, by `attemptKey`. */
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
   * Leaves out attempts that found no receiver in two cases:
   * - Shortly before the end of the command, if the same URL had responded before.
   * - At any other time, if the same webhook had got a response before. That response shows the fault.
   */
  filter(events: readonly TraceEvent[]): readonly TraceEvent[] {
    const urls = new Map<unknown, unknown>();
    const answeredUrlsAndDeliveries = new Set<unknown>();
    return events.filter((event) => {
      const { type, data } = event;
      if (type === 'webhook.emitted') urls.set(data.delivery_id, data.url);
      if (type !== 'webhook.attempted') return true;
      const url = urls.get(data.delivery_id);
      if (!isReceiverGone(event)) answeredUrlsAndDeliveries.add(url).add(data.delivery_id);
      const isNearEnd = (this.#goneAtMs.get(attemptKey(event)) ?? 0) > this.#endMs - SHUTDOWN_MS;
      return !(isReceiverGone(event) && answeredUrlsAndDeliveries.has(isNearEnd ? url : data.delivery_id));
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
