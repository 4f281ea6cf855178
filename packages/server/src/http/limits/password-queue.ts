import type { ServerResponse } from 'node:http';
import type { Outcome } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { turnOwner } from './client-network.ts';
import { ClientSlots } from './client-slots.ts';
import { FairQueue } from './fair-queue.ts';
import { queues, sharedLimits } from './limit-table.ts';

const MAX_WAIT_MS = 20_000;

/**
 * Hashes passwords in turns. The client served longest ago is next, and disconnected clients are skipped. One
 * client never fills all waiting places.
 */
export class PasswordQueue {
  readonly #queue: FairQueue;
  readonly #waitingSlots = new ClientSlots(sharedLimits.passwords_waiting);

  constructor(clock: Clock) {
    this.#queue = new FairQueue({ ...queues.passwords, maxWait: { clock, ms: MAX_WAIT_MS } });
  }

  /**
   * Runs `work` when the client's turn comes. `isKnown` (the client has logged in with the name before)
   * shortens the wait. Refuses the attempt if too many wait.
   */
  async run<T>(
    client: string,
    outgoing: ServerResponse,
    work: () => Promise<Outcome<T>>,
    isKnown: boolean,
  ): Promise<Outcome<T>> {
    const release = this.#waitingSlots.take(client);
    if (!release) return busyResult;
    try {
      const request = { outgoing, gone: busyResult };
      return await this.#queue.runForRequest<Outcome<T>>(request, work, turnOwner(client), isKnown);
    } finally {
      release();
    }
  }
}

const busyResult = refuseWith(503, 'problem.title.busy', message('problem.limit.passwords'), {
  headers: { 'retry-after': '5' },
});
