import type { ServerResponse } from 'node:http';
import type { Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { isStream } from '../event-stream.ts';
import { KeyedBudget } from './keyed-budget.ts';

/** The key for all accounts together. No account has an empty id. */
const ALL = '';

export class OpenStreams {
  readonly #limitOf: (accountId: string) => number;
  readonly #openStreams = new KeyedBudget({ limit: Number.POSITIVE_INFINITY });
  refusedCount = 0;

  constructor(limitOf: (accountId: string) => number = () => Number.POSITIVE_INFINITY) {
    this.#limitOf = limitOf;
  }

  get total(): number {
    return this.#openStreams.usedBy(ALL);
  }

  countOf(accountId: string): number {
    return this.#openStreams.usedBy(accountId);
  }

  refusalOf(accountId: string): Refusal | undefined {
    const limit = this.#limitOf(accountId);
    if (this.countOf(accountId) < limit) return undefined;
    this.refusedCount++;
    const why = message('problem.limit.streams', { limit });
    const headers = { 'retry-after': '15' };
    return refuseWith(429, 'problem.title.too_many_streams', why, { headers }).refusal;
  }

  /** Counts a stream and returns the function that stops counting it. */
  add(accountId: string): () => void {
    const keys = [{ key: ALL }, { key: accountId }];
    this.#openStreams.take(keys);
    return () => this.#openStreams.release(keys);
  }

  countUntilClosed(response: Response, accountId: string, outgoing: ServerResponse | undefined): void {
    if (!outgoing || !isStream(response)) return;
    // Node.js never reads the body of a response to HEAD, so nothing else would end the stream.
    if (outgoing.req.method === 'HEAD') void response.body?.cancel();
    outgoing.once('close', this.add(accountId));
  }
}
