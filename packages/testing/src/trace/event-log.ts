import type { TraceEvent } from '@svc-simulator/contract';

export interface LogListener {
  happened(event: TraceEvent): void;
  /** No wait that began before goes on. */
  ended(why: string): void;
}

const ends: ReadonlyMap<string, string> = new Map([
  ['control.reset', 'the account was reset'],
  ['control.snapshot', 'a snapshot was loaded'],
]);

/** Everything that happened to one account, in order, as the simulator stores it; and who wants to hear of more. */
export class EventLog {
  #events: TraceEvent[] = [];
  #ended: string | null = null;
  readonly #listeners = new Set<LogListener>();

  /** A reset or the load of a snapshot takes what was before, as it does in the simulator. */
  add(event: TraceEvent): void {
    const end = ends.get(event.type);
    if (end !== undefined) {
      this.#events = [];
      for (const listener of [...this.#listeners]) listener.ended(end);
    }
    this.#events.push(event);
    for (const listener of [...this.#listeners]) listener.happened(event);
  }

  /** Nothing happens any more. */
  end(why: string): void {
    this.#ended = why;
    for (const listener of [...this.#listeners]) listener.ended(why);
  }

  /** Why nothing happens any more; null while something may. */
  get ended(): string | null {
    return this.#ended;
  }

  get events(): readonly TraceEvent[] {
    return this.#events;
  }

  ofSession(id: string): TraceEvent[] {
    return this.#events.filter((event) => event.session_id === id);
  }

  /** Answers how to stop listening. */
  listen(listener: LogListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
