import { onTestFinished } from 'vitest';
import { Sightings } from '../../../test/support/sightings.ts';
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

  constructor({ simulator }: TestSimulator) {
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
}
