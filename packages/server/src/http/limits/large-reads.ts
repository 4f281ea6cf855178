import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { membersOf, type Operation, type Refusal } from '@svc-simulator/contract';
import { type Clock, sleep } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { FairQueue } from './fair-queue.ts';
import { queues, type ReadingPace, readingPaces, sharedLimits } from './limit-table.ts';
import { MemoryPool, textMemoryBytes } from './memory-pool.ts';

const MAX_WAITING_READS = 100;

/** Delays a refusal, so a client that retries at once gains nothing. */
const REFUSAL_DELAY_MS = 1000;

/** Returns true for operations that may read all records of an account, such as lists and the trace. */
export function isLargeRead({ id, paged }: Operation): boolean {
  return paged === true || ['getClassProgress', 'listMerchantSettlements'].includes(id);
}

export function isPublicPage({ auth, constant, media, method }: Operation): boolean {
  return auth === 'none' && method === 'GET' && (constant === true || media?.includes('text/html') === true);
}

export function isAccountWide({ id }: Operation): boolean {
  return ['getSnapshot', 'loadSnapshot', 'resetAccount', 'deleteAccount'].includes(id);
}

/** A read costs this many bytes in addition to its text. */
const READ_COST = 2 ** 14;
const LARGE_COST = 2 ** 17;
const MAX_LARGE_OWNERS = 10_000;

/**
 * Runs the large reads of a hosted simulator in turns. Each account (or client of public pages) has one read
 * at a time. If its clients don't read their responses, only this account has to wait.
 */
export class LargeReads {
  readonly #clock: Clock;
  readonly #pace: ReadingPace;
  readonly #queue: FairQueue;
  /** Queue for owners whose latest read was small; null if all reads use one queue. */
  readonly #smallQueue: FairQueue | null;
  readonly #largeOwners = new Set<string>();
  readonly #accountReads = new FairQueue(queues.accountReads);
  readonly #unreadResponses = new FairQueue(queues.unreadResponses);
  readonly #responseMemory = new MemoryPool(sharedLimits.untaken_answers_mib.all);

  constructor(clock: Clock, pace: ReadingPace = readingPaces.lists) {
    const { concurrency, smallConcurrency } = pace;
    this.#clock = clock;
    this.#pace = pace;
    this.#smallQueue = smallConcurrency ? new FairQueue({ concurrency: smallConcurrency }) : null;
    this.#queue = new FairQueue({ concurrency: concurrency - (smallConcurrency ?? 0) });
  }

  /** Runs `work` when the account's turn comes. The turn includes the pause after the read. */
  runInTurn<T>(accountId: string, work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const read = async (queue: FairQueue) => {
        const startedAt = this.#clock.elapsed();
        const response = await work();
        queue.addCost(accountId, readCost(response));
        this.#recordSize(accountId, readCost(response));
        resolve(response);
        await setImmediate();
        const { pauseFactor, maxPauseMs } = this.#pace;
        await this.#pause(Math.min((this.#clock.elapsed() - startedAt) * pauseFactor, maxPauseMs));
      };
      const readInTurn = () => {
        const queue = this.#largeOwners.has(accountId) ? this.#queue : (this.#smallQueue ?? this.#queue);
        return queue.run(() => read(queue), accountId);
      };
      this.#accountReads.run(readInTurn, accountId).catch(reject);
    });
  }

  /**
   * Runs `work` for a request; refuses the request if too many requests of the account wait. The `text` of
   * the result uses memory until the client has received it.
   */
  async run<T extends object>(
    accountId: string,
    outgoing: ServerResponse,
    work: () => T | Promise<T>,
  ): Promise<T | { readonly busy: Refusal }> {
    if (this.#unreadResponses.waitingCount(accountId) >= MAX_WAITING_READS) {
      await this.#pause(REFUSAL_DELAY_MS);
      return { busy: busyRefusal };
    }
    return new Promise((resolve, reject) => {
      const responseEnd = this.#unreadResponses.runForRequest(
        { outgoing, gone: undefined },
        async () => {
          // Skips the read if the client has disconnected while it waited.
          const response = await this.runInTurn(accountId, () =>
            outgoing.closed ? { busy: busyRefusal } : work(),
          );
          const bytes = textMemoryBytes(serializedText(response));
          const release = this.#responseMemory.reserve(accountId, bytes, () => outgoing.destroy());
          resolve(response);
          if (!outgoing.closed) await new Promise((onClose) => outgoing.once('close', onClose));
          release();
        },
        accountId,
      );
      // Has an effect only if the client disconnected before its turn, so that `work` never ran.
      responseEnd.then(() => resolve({ busy: busyRefusal }), reject);
    });
  }

  #recordSize(accountId: string, cost: number): void {
    this.#largeOwners.delete(accountId);
    if (cost <= LARGE_COST) return;
    this.#largeOwners.add(accountId);
    const [oldest] = this.#largeOwners.size > MAX_LARGE_OWNERS ? this.#largeOwners : [];
    if (oldest !== undefined) this.#largeOwners.delete(oldest);
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) await sleep(this.#clock, ms);
  }
}

/**
 * Returns a cost by size and not by duration, because the duration also depends on the load of the database.
 */
function readCost(response: unknown): number {
  return READ_COST + serializedText(response).length;
}

function serializedText(response: unknown): string {
  const { text } = membersOf(response);
  return typeof text === 'string' ? text : '';
}

const { refusal: busyRefusal } = refuseWith(503, 'problem.title.busy', message('problem.limit.large_reads'), {
  headers: { 'retry-after': '1' },
});
