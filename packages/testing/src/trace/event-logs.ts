import type { Simulator } from '@svc-simulator/simulator';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { EventLog } from './event-log.ts';

/** The events of a simulator, sorted by account. */
export class EventLogs {
  readonly #logs = new Map<string, EventLog>();

  readonly #t: Texts;
  readonly #simulator: Simulator;

  constructor(t: Texts, simulator: Simulator) {
    this.#t = t;
    this.#simulator = simulator;
    simulator.onEvent(({ accountId, json }) => this.of(accountId).add(JSON.parse(json)));
  }

  /** An account's log; that of an account which is not known yet is empty, and fills. */
  of(accountId: string): EventLog {
    let log = this.#logs.get(accountId);
    if (!log) {
      log = new EventLog(this.#t, this.#simulator.attemptsUnderWay);
      this.#logs.set(accountId, log);
    }
    return log;
  }

  end(why: string): void {
    for (const log of this.#logs.values()) log.end(why);
  }
}
