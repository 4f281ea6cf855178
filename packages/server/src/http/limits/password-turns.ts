import type { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { type Outcome, refuse } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { siteOfClient } from './client-network.ts';
import { ClientPlaces } from './client-places.ts';
import { sharedLimits } from './shared-limits.ts';
import { Turns } from './turns.ts';

/**
 * Of the process's four threads, which write files and look names up too: a crowd that logs in must not hold up the
 * commits of everybody; nor may it have all processors. Shared by all simulators of the process, as the threads are.
 */
export const PASSWORDS_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
const LONGEST_WAIT_MS = 20_000;

/**
 * Takes what checks or makes passwords in turns: whoever was served longest ago comes first, and an address may have no more waiting than there
 * is room left, so a few cannot fill it. Whoever has gone when the turn comes gets nothing checked, and nobody waits longer than programs do for an answer.
 */
export class PasswordTurns {
  readonly #turns: Turns;
  readonly #waiting = new ClientPlaces(sharedLimits.passwords_waiting);

  constructor(clock: Clock) {
    this.#turns = new Turns(PASSWORDS_AT_ONCE, { clock, ms: LONGEST_WAIT_MS });
  }

  /** What `work` answers, in the client's turn, sooner where it has logged in with that name; a refusal when too many wait. */
  async run<T>(
    client: string,
    outgoing: ServerResponse,
    work: () => Promise<Outcome<T>>,
    isKnown: boolean,
  ): Promise<Outcome<T>> {
    const giveBack = this.#waiting.take(client);
    if (!giveBack) return busy;
    const owner = siteOfClient(client) ?? client;
    try {
      return await this.#turns.takeFor<Outcome<T>>({ outgoing, gone: busy }, work, owner, isKnown);
    } finally {
      giveBack();
    }
  }
}

const busy = refuse({
  status: 503,
  title: 'problem.title.busy',
  ...message('problem.limit.passwords'),
  headers: { 'retry-after': '5' },
});
