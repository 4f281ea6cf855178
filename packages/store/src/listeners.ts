import type { Log } from '@svc-simulator/machine/log.ts';
import type { StoredEvent } from './store.ts';

type Listener = (event: StoredEvent) => void;

/** Listeners to trace events. One that throws doesn't affect the others. */
export class Listeners {
  readonly #log: Log;
  readonly #all = new Set<Listener>();

  constructor(log: Log) {
    this.#log = log;
  }

  get size(): number {
    return this.#all.size;
  }

  add(listener: Listener): () => void {
    // A wrapper, so that the same listener can be added twice and removed once.
    const own: Listener = (event) => listener(event);
    this.#all.add(own);
    return () => this.#all.delete(own);
  }

  tell(event: StoredEvent): void {
    for (const listener of this.#all) {
      try {
        listener(event);
      } catch (cause) {
        this.#log('error', `a follower of the trace failed at event ${event.id}`, { cause: String(cause) });
      }
    }
  }
}
