import type { Log } from '@svc-simulator/machine/log.ts';
import type { StoredEvent } from './store.ts';

type Listener = (event: StoredEvent) => void;

/** Who hears of events of the trace. One that fails hinders no other. */
export class Listeners {
  readonly #log: Log;
  readonly #all = new Set<Listener>();

  constructor(log: Log) {
    this.#log = log;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Answers how to stop listening. */
  add(listener: Listener): () => void {
    // Its own function, so that the same listener can be there twice and leave once.
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
