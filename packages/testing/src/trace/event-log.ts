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
  readonly #runningAttempts: Simulator['attemptsUnderWay'];

  constructor(t: Texts, runningAttempts: Simulator['attemptsUnderWay'] = () => []) {
    this.t = t;
    this.#runningAttempts = runningAttempts;
  }

  /** Adds an event. Like the simulator, removes earlier events after a reset or the load of a snapshot. */
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

  /** Returns the session's attempt that has waited longest for the receiver's response. */
  oldestRunningAttempt(sessionId: string) {
    return this.#runningAttempts().find((attempt) => attempt.sessionId === sessionId);
  }

  listen(listener: LogListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
