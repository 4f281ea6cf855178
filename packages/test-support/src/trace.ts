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

/** Records the trace of every account of a simulator from now on, so that tests can wait for events. */
export class SeenTrace {
  readonly #events = new Sightings<SeenEvent>('trace event');
  readonly #clock: ManualClock;

  constructor({ simulator, clock }: TestSimulator) {
    this.#clock = clock;
    onTestFinished(
      simulator.onEvent(({ accountId, json }) => this.#events.add({ accountId, ...JSON.parse(json) })),
    );
  }

  async of(sessionId: string, type: string, count = 1): Promise<SeenEvent> {
    const matches = (event: SeenEvent) => event.session_id === sessionId && event.type === type;
    const events = await this.#events.atLeast(count, matches, `${type} of ${sessionId}`);
    return events.at(-1) as SeenEvent;
  }

  /**
   * Advances the clock until a refused webhook of each session is abandoned. `before`: number of attempts at
   * earlier webhooks of the session.
   */
  async givenUp(sessionIds: readonly string[], before = 0): Promise<SeenEvent[]> {
    for (const [attempt, wait] of [2000, 5000].entries()) {
      for (const id of sessionIds) await this.of(id, 'webhook.attempted', before + attempt + 1);
      await this.#clock.advance(wait);
    }
    return Promise.all(sessionIds.map((id) => this.of(id, 'webhook.gave_up', before / 3 + 1)));
  }
}
