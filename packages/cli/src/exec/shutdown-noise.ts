import type { TraceEvent } from '@svc-simulator/contract';
import type { Simulator } from '@svc-simulator/simulator';

/** A failing command stops its receiver up to this long before its own end. */
const LAST_MOMENTS_MS = 2000;

/** Recognizes failed webhooks whose receiver the ending command had stopped itself. */
export class ShutdownNoise {
  readonly #elapsed: () => number;
  /** Attempts (by `attemptOf`) that found no receiver any more, with their time. */
  readonly #goneMs = new Map<string, number>();
  #endedMs = Number.POSITIVE_INFINITY;

  constructor(simulator: Pick<Simulator, 'onEvent'>, elapsed: () => number) {
    this.#elapsed = elapsed;
    simulator.onEvent(({ json }) => {
      const event: TraceEvent = JSON.parse(json);
      if (isGone(event)) this.#goneMs.set(attemptOf(event), elapsed());
    });
  }

  end(): void {
    this.#endedMs = this.#elapsed();
  }

  /**
   * Filters attempts that failed because the command ended, and those that found no receiver after the same
   * webhook had a response: that response is the fault.
   */
  without(events: readonly TraceEvent[]): readonly TraceEvent[] {
    const urls = new Map<unknown, unknown>();
    const answeredDeliveries = new Set<unknown>();
    return events.filter((event) => {
      const { type, data } = event;
      if (type === 'webhook.emitted') urls.set(data.delivery_id, data.url);
      if (type !== 'webhook.attempted') return true;
      const url = urls.get(data.delivery_id);
      if (!isGone(event)) answeredDeliveries.add(url).add(data.delivery_id);
      const isLast = (this.#goneMs.get(attemptOf(event)) ?? 0) > this.#endedMs - LAST_MOMENTS_MS;
      return !(isGone(event) && answeredDeliveries.has(isLast ? url : data.delivery_id));
    });
  }
}

function isGone({ type, data }: TraceEvent): boolean {
  return type === 'webhook.attempted' && /^(ECONNREFUSED|ECONNRESET|EPIPE)/.test(String(data.error));
}

/** Event ids are unique only within an account, and a command may use several. */
function attemptOf({ data }: TraceEvent): string {
  return `${data.delivery_id} ${data.attempt}`;
}
