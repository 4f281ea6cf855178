import type { ServerResponse } from 'node:http';
import type { Outcome } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { turnOwner } from './client-network.ts';
import { ClientPlaces } from './client-places.ts';
import { FairQueue } from './fair-queue.ts';
import { queues, sharedLimits } from './limit-table.ts';

const MAX_WAIT_MS = 20_000;

/**
 * Hashes passwords in turns: the client served longest ago is next. An address may use only part of the free
 * places, and disconnected clients are skipped.
 */
export class PasswordTurns {
  readonly #turns: FairQueue;
  readonly #waiting = new ClientPlaces(sharedLimits.passwords_waiting);

  constructor(clock: Clock) {
    this.#turns = new FairQueue({ ...queues.passwords, patience: { clock, ms: MAX_WAIT_MS } });
  }

  /**
   * Runs `work` in the client's turn, which comes sooner if it has logged in with that name. Returns a
   * refusal if too many wait.
   */
  async run<T>(
    client: string,
    outgoing: ServerResponse,
    work: () => Promise<Outcome<T>>,
    isKnown: boolean,
  ): Promise<Outcome<T>> {
    const release = this.#waiting.take(client);
    if (!release) return busy;
    try {
      return await this.#turns.takeFor<Outcome<T>>(
        { outgoing, gone: busy },
        work,
        turnOwner(client),
        isKnown,
      );
    } finally {
      release();
    }
  }
}

const busy = refuseWith(503, 'problem.title.busy', message('problem.limit.passwords'), {
  headers: { 'retry-after': '5' },
});
