import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { membersOf, type Operation, type Refusal } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { FairQueue } from './fair-queue.ts';
import { queues, type ReadingPace, readingPaces, sharedLimits } from './limit-table.ts';
import { MemoryPool, textMemoryBytes } from './memory-pool.ts';

/** Maximum number of an account's waiting reads. */
const MAX_WAITING = 100;

/** Delay of a refusal, so a client that retries at once gains nothing. */
const REFUSAL_DELAY_MS = 1000;

/** Returns true for operations that may read all records of an account: lists and the trace. */
export function readsMuch({ id, paged }: Operation): boolean {
  return paged === true || ['getClassProgress', 'listMerchantSettlements'].includes(id);
}

/** Returns true for public pages and documents, which are rendered or sent as a whole. */
export function isPublicPage({ auth, constant, media, method }: Operation): boolean {
  return auth === 'none' && method === 'GET' && (constant === true || media?.includes('text/html') === true);
}

/** Returns true for operations that read or write a whole account at once. */
export function takesWhole({ id }: Operation): boolean {
  return ['getSnapshot', 'loadSnapshot', 'resetAccount', 'deleteAccount'].includes(id);
}

/**
 * Runs the large reads of a hosted simulator in turns. Each account (or client of public pages) has one at a
 * time, so it delays only itself, also by unread responses.
 */
export class LargeReads {
  readonly #clock: Clock;
  readonly #pace: ReadingPace;
  readonly #all: FairQueue;
  /** Queue of owners with small reads; null if all reads cost the same. */
  readonly #small: FairQueue | null;
  /** Owners whose latest read was large; they wait only for each other. */
  readonly #large = new Set<string>();
  readonly #accountReads = new FairQueue(queues.readsOfAccount);
  readonly #unreadResponses = new FairQueue(queues.untakenAnswers);
  readonly #responseMemory = new MemoryPool(sharedLimits.untaken_answers_mib.all);

  constructor(clock: Clock, pace: ReadingPace = readingPaces.lists) {
    const { atOnce, smallAtOnce } = pace;
    this.#clock = clock;
    this.#pace = pace;
    this.#small = smallAtOnce === undefined ? null : new FairQueue({ atOnce: smallAtOnce });
    this.#all = new FairQueue({ atOnce: atOnce - (smallAtOnce ?? 0) });
  }

  /** Runs `work` in the account's turn, which includes the pause after the read. */
  inTurn<T>(accountId: string, work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const read = async (queue: FairQueue) => {
        const startedAt = this.#clock.elapsed();
        const answer = await work();
        queue.addCost(accountId, readCost(answer));
        this.#recordSize(accountId, readCost(answer));
        resolve(answer);
        await setImmediate();
        const { restTimes, mostRestMs } = this.#pace;
        await this.#pause(Math.min((this.#clock.elapsed() - startedAt) * restTimes, mostRestMs));
      };
      const readInTurn = () => {
        const queue = this.#large.has(accountId) ? this.#all : (this.#small ?? this.#all);
        return queue.take(() => read(queue), accountId);
      };
      this.#accountReads.take(readInTurn, accountId).catch(reject);
    });
  }

  /**
   * Runs `work` for a request; refuses it if too many wait. The response's `text` counts until the client has
   * read it.
   */
  async run<T extends object>(
    accountId: string,
    outgoing: ServerResponse,
    work: () => T | Promise<T>,
  ): Promise<T | { readonly busy: Refusal }> {
    if (this.#unreadResponses.waitingCount(accountId) >= MAX_WAITING) {
      await this.#pause(REFUSAL_DELAY_MS);
      return { busy };
    }
    return new Promise((resolve, reject) => {
      const served = this.#unreadResponses.takeFor(
        { outgoing, gone: undefined },
        async () => {
          // Reads nothing if the client has disconnected meanwhile.
          const answer = await this.inTurn(accountId, () => (outgoing.closed ? { busy } : work()));
          const release = this.#responseMemory.hold(accountId, textMemoryBytes(responseText(answer)), () =>
            outgoing.destroy(),
          );
          resolve(answer);
          if (!outgoing.closed) await new Promise((close) => outgoing.once('close', close));
          release();
        },
        accountId,
      );
      // A client that disconnected while it waited has no response yet.
      served.then(() => resolve({ busy }), reject);
    });
  }

  #recordSize(accountId: string, cost: number): void {
    this.#large.delete(accountId);
    if (cost <= LARGE_COST) return;
    this.#large.add(accountId);
    const [oldest] = this.#large.size > MAX_LARGE_OWNERS ? this.#large : [];
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
/** Maximum number of remembered owners with large reads. */
const MAX_LARGE_OWNERS = 10_000;

/** Returns the cost of a read by its size, because its time depends on the database's load. */
function readCost(answer: unknown): number {
  return READ_COST + responseText(answer).length;
}

/** Returns the text of a response that middleware serialized. */
function responseText(answer: unknown): string {
  const { text } = membersOf(answer);
  return typeof text === 'string' ? text : '';
}

const { refusal: busy } = refuseWith(503, 'problem.title.busy', message('problem.limit.large_reads'), {
  headers: { 'retry-after': '1' },
});
