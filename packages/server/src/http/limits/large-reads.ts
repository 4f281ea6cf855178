import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { membersOf, type Operation, type Refusal } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { FairQueue } from './fair-queue.ts';
import { queues, type ReadingPace, readingPaces, sharedLimits } from './limit-table.ts';
import { memoryOf, Room } from './room.ts';

/** Waiting reads of one account before the next is refused. */
const MOST_WAITING = 100;

/** Delay of a refusal, so a client that retries at once gains nothing. */
const REFUSED_AFTER_MS = 1000;

/** Operations that can return everything of an account: lists and the trace. */
export function readsMuch({ id, paged }: Operation): boolean {
  return paged === true || ['getClassProgress', 'listMerchantSettlements'].includes(id);
}

/** Returns whether an operation shows anybody a page or a document, which is rendered or sent as a whole. */
export function isPublicPage({ auth, constant, media, method }: Operation): boolean {
  return auth === 'none' && method === 'GET' && (constant === true || media?.includes('text/html') === true);
}

/** Operations that read or write a whole account at once. */
export function takesWhole({ id }: Operation): boolean {
  return ['getSnapshot', 'loadSnapshot', 'resetAccount', 'deleteAccount'].includes(id);
}

/**
 * Takes the reads of a hosted simulator that may be large in turns. An account, or of public pages a client, has one at a time, first come first served, so
 * that others need not wait behind all that it asks for; and a client that does not take its answers holds up itself alone.
 */
export class LargeReads {
  readonly #clock: Clock;
  readonly #pace: ReadingPace;
  readonly #all: FairQueue;
  /** Turns of those who read little; null where all cost the same. */
  readonly #small: FairQueue | null;
  /** Owners whose latest read was large, which wait for each other alone. */
  readonly #large = new Set<string>();
  readonly #ofAccount = new FairQueue(queues.readsOfAccount);
  readonly #untaken = new FairQueue(queues.untakenAnswers);
  readonly #unsent = new Room(sharedLimits.untaken_answers_mib.all);

  constructor(clock: Clock, pace: ReadingPace = readingPaces.lists) {
    const { atOnce, smallAtOnce } = pace;
    this.#clock = clock;
    this.#pace = pace;
    this.#small = smallAtOnce === undefined ? null : new FairQueue({ atOnce: smallAtOnce });
    this.#all = new FairQueue({ atOnce: atOnce - (smallAtOnce ?? 0) });
  }

  /** Returns what `work` returns, in the account's turn, which lasts until all have rested. */
  inTurn<T>(accountId: string, work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const read = async (queue: FairQueue) => {
        const begunAt = this.#clock.elapsed();
        const answer = await work();
        queue.spent(accountId, costOf(answer));
        this.#noteSize(accountId, costOf(answer));
        resolve(answer);
        await setImmediate();
        const { restTimes, mostRestMs } = this.#pace;
        await this.#pause(Math.min((this.#clock.elapsed() - begunAt) * restTimes, mostRestMs));
      };
      const readInTurn = () => {
        const queue = this.#large.has(accountId) ? this.#all : (this.#small ?? this.#all);
        return queue.take(() => read(queue), accountId);
      };
      this.#ofAccount.take(readInTurn, accountId).catch(reject);
    });
  }

  /** Does the same for a request; a refusal when too many wait. The answer's `text` is held until it is taken. */
  async run<T extends object>(
    accountId: string,
    outgoing: ServerResponse,
    work: () => T | Promise<T>,
  ): Promise<T | { readonly busy: Refusal }> {
    if (this.#untaken.waitingOf(accountId) >= MOST_WAITING) {
      await this.#pause(REFUSED_AFTER_MS);
      return { busy };
    }
    return new Promise((resolve, reject) => {
      const taken = this.#untaken.takeFor(
        { outgoing, gone: undefined },
        async () => {
          // Nothing is read for a client that has gone meanwhile.
          const answer = await this.inTurn(accountId, () => (outgoing.closed ? { busy } : work()));
          const release = this.#unsent.hold(accountId, memoryOf(textOf(answer)), () => outgoing.destroy());
          resolve(answer);
          if (!outgoing.closed) await new Promise((close) => outgoing.once('close', close));
          release();
        },
        accountId,
      );
      // A client that left while it waited has no answer yet; all others have.
      taken.then(() => resolve({ busy }), reject);
    });
  }

  #noteSize(accountId: string, cost: number): void {
    this.#large.delete(accountId);
    if (cost <= LARGE_COST) return;
    this.#large.add(accountId);
    const [oldest] = this.#large.size > MOST_LARGE ? this.#large : [];
    if (oldest !== undefined) this.#large.delete(oldest);
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) await new Promise<void>((resolve) => void this.#clock.after(ms, resolve));
  }
}

/** Fixed cost of a read in addition to its text, in bytes. */
const READ_COST = 2 ** 14;
/** A read that costs more than this is large. */
const LARGE_COST = 2 ** 17;
/** Owners that are remembered for it. */
const MOST_LARGE = 10_000;

/** Returns what a read has cost: its time says little, since a small one takes long where a database has much to do. */
function costOf(answer: unknown): number {
  return READ_COST + textOf(answer).length;
}

/** Returns the text of a response that middleware serialized. */
function textOf(answer: unknown): string {
  const { text } = membersOf(answer);
  return typeof text === 'string' ? text : '';
}

const { refusal: busy } = refuseWith(503, 'problem.title.busy', message('problem.limit.large_reads'), {
  headers: { 'retry-after': '1' },
});
