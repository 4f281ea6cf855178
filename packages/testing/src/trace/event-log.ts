import type { TraceEvent } from '@svc-simulator/contract';
import type { Simulator } from '@svc-simulator/simulator';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';

export interface LogListener {
  happened(event: TraceEvent): void;
  ended(why: string): void;
}

const endingEvents = new Map<string, PlainKey>([
  ['control.reset', 'testing.account.was_reset'],
  ['control.snapshot', 'testing.account.was_loaded'],
]);

export class EventLog {
  readonly t: Texts;
  #events: TraceEvent[] = [];
  #ended: string | null = null;
  readonly #listeners = new Set<LogListener>();
  readonly #underWay: Simulator['attemptsUnderWay'];

  constructor(t: Texts, underWay: Simulator['attemptsUnderWay'] = () => []) {
    this.t = t;
    this.#underWay = underWay;
  }

  /** A reset or the load of a snapshot clears the earlier events, as in the simulator. */
  add(event: TraceEvent): void {
    const end = endingEvents.get(event.type);
    if (end !== undefined) {
      this.#events = [];
      for (const listener of [...this.#listeners]) listener.ended(this.t(end));
    }
    this.#events.push(event);
    for (const listener of [...this.#listeners]) listener.happened(event);
  }

  end(reason: string): void {
    this.#ended = reason;
    for (const listener of [...this.#listeners]) listener.ended(reason);
  }

  /** Reason why the log has ended; null while events may follow. */
  get ended(): string | null {
    return this.#ended;
  }

  get events(): readonly TraceEvent[] {
    return this.#events;
  }

  ofSession(id: string): TraceEvent[] {
    return this.#events.filter((event) => event.session_id === id);
  }

  /** Returns the webhook of a session that has waited longest for the receiver's response. */
  underWay(sessionId: string) {
    return this.#underWay().find((attempt) => attempt.sessionId === sessionId);
  }

  listen(listener: LogListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
