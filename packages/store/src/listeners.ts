import type { Log } from '@svc-simulator/machine/log.ts';
import type { StoredTraceEvent } from './store.ts';

type TraceListener = (event: StoredTraceEvent) => void;

export class Listeners {
  readonly #log: Log;
  readonly #all = new Set<TraceListener>();

  constructor(log: Log) {
    this.#log = log;
  }

  get size(): number {
    return this.#all.size;
  }

  add(listener: TraceListener): () => void {
    // The wrapper lets a caller add the same listener twice and remove each one separately.
    const wrapper: TraceListener = (event) => listener(event);
    this.#all.add(wrapper);
    return () => this.#all.delete(wrapper);
  }

  notify(event: StoredTraceEvent): void {
    for (const listener of this.#all) {
      try {
        listener(event);
      } catch (cause) {
        this.#log('error', `a follower of the trace failed at event ${event.id}`, { cause: String(cause) });
      }
    }
  }
}
