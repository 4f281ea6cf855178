import type { TraceEvent } from '@svc-simulator/contract';

export interface LogListener {
  happened(event: TraceEvent): void;
  /** No wait that began before goes on. */
  ended(why: string): void;
}

/** Everything that happened to one account, in order, as the simulator stores it; and who wants to hear of more. */
export class EventLog {
  #events: TraceEvent[] = [];
  #ended: string | null = null;
  readonly #listeners = new Set<LogListener>();

  /** A reset takes what was before, as it does in the simulator. */
  add(event: TraceEvent): void {
    if (event.type === 'control.reset') {
      this.#events = [];
      for (const listener of [...this.#listeners]) listener.ended('the account was reset');
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
