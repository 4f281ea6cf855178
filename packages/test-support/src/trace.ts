import { onTestFinished } from 'vitest';
import { Sightings } from '../../../test/support/sightings.ts';
import type { ManualClock } from './manual-clock.ts';
import type { TestSimulator } from './simulator.ts';

export interface SeenEvent {
  readonly accountId: string;
  readonly id: number;
  readonly type: string;
  readonly session_id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the event holds, and fail where it doesn't.
  readonly data: any;
}

/** The trace of every account of a simulator from now on, for what a test has to wait for. */
export class SeenTrace {
  readonly #events = new Sightings<SeenEvent>('trace event');
  readonly #clock: ManualClock;

  constructor({ simulator, clock }: TestSimulator) {
    this.#clock = clock;
    onTestFinished(
      simulator.onEvent(({ accountId, json }) => this.#events.add({ accountId, ...JSON.parse(json) })),
    );
  }

  /** The `count`th event of a type about a session, that is or comes. */
  async of(sessionId: string, type: string, count = 1): Promise<SeenEvent> {
    const matches = (event: SeenEvent) => event.session_id === sessionId && event.type === type;
    const found = await this.#events.atLeast(count, matches, `${type} of ${sessionId}`);
    return found.at(-1) as SeenEvent;
  }

  /** Lets a webhook of each session, whose receiver refuses it, be tried until it is given up; `before` attempts were made earlier. */
  async givenUp(sessionIds: readonly string[], before = 0): Promise<SeenEvent[]> {
    for (const [attempt, wait] of [2000, 5000].entries()) {
      for (const id of sessionIds) await this.of(id, 'webhook.attempted', before + attempt + 1);
      await this.#clock.advance(wait);
    }
    return Promise.all(sessionIds.map((id) => this.of(id, 'webhook.gave_up', before / 3 + 1)));
  }
}
