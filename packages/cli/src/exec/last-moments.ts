import type { TraceEvent } from '@svc-simulator/contract';
import type { Simulator } from '@svc-simulator/simulator';

/** A command that fails ends what it has started, and so its receiver, so long before its own end. */
const LAST_MOMENTS_MS = 2000;

/** Tells of webhooks whose receiver was there and is gone: whether the command ended it itself. */
export class LastMoments {
  readonly #elapsed: () => number;
  /** Attempts that found no receiver any more (`attemptOf`), and when. */
  readonly #goneMs = new Map<string, number>();
  #endedMs = Number.POSITIVE_INFINITY;

  constructor(simulator: Pick<Simulator, 'onEvent'>, elapsed: () => number) {
    this.#elapsed = elapsed;
    simulator.onEvent(({ json }) => {
      const event: TraceEvent = JSON.parse(json);
      if (isGone(event)) this.#goneMs.set(attemptOf(event), elapsed());
    });
  }

  /** The command has ended. */
  end(): void {
    this.#endedMs = this.#elapsed();
  }

  /**
   * Events in their order, without the attempts that the end of the command made fail, and without those that found nobody where
   * the same webhook has had an answer: that answer is what went wrong.
   */
  without(events: readonly TraceEvent[]): readonly TraceEvent[] {
    const urls = new Map<unknown, unknown>();
    const reached = new Set<unknown>();
    return events.filter((event) => {
      const { type, data } = event;
      if (type === 'webhook.emitted') urls.set(data.delivery_id, data.url);
      if (type !== 'webhook.attempted') return true;
      const url = urls.get(data.delivery_id);
      if (!isGone(event)) reached.add(url).add(data.delivery_id);
      const isLast = (this.#goneMs.get(attemptOf(event)) ?? 0) > this.#endedMs - LAST_MOMENTS_MS;
      return !(isGone(event) && reached.has(isLast ? url : data.delivery_id));
    });
  }
}

function isGone({ type, data }: TraceEvent): boolean {
  return type === 'webhook.attempted' && /^(ECONNREFUSED|ECONNRESET|EPIPE)/.test(String(data.error));
}

/** Ids of events are those of an account, of which a command may have several. */
function attemptOf({ data }: TraceEvent): string {
  return `${data.delivery_id} ${data.attempt}`;
}
