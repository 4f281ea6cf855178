import type { ServerResponse } from 'node:http';
import type { Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';
import { isStream } from '../event-stream.ts';
import { KeyedBudget } from './keyed-budget.ts';

const EVENT_STREAM = 'text/event-stream';
/** Every account's streams; no account's id is empty. */
const ALL = '';

/** The event streams that are open, counted by account. */
export class OpenStreams {
  readonly #mostOf: (accountId: string) => number;
  readonly #open = new KeyedBudget({ most: Number.POSITIVE_INFINITY });
  /** Number of refused streams. */
  refused = 0;

  constructor(mostOf: (accountId: string) => number = () => Number.POSITIVE_INFINITY) {
    this.#mostOf = mostOf;
  }

  get total(): number {
    return this.#open.heldBy(ALL);
  }

  of(accountId: string): number {
    return this.#open.heldBy(accountId);
  }

  /** A refusal when the request wants a stream and its account has as many as it may. */
  refusalOf(accept: string | undefined, accountId: string): Refusal | undefined {
    const limit = this.#mostOf(accountId);
    if (!accept?.includes(EVENT_STREAM) || this.of(accountId) < limit) return undefined;
    this.refused++;
    const why = message('problem.limit.streams', { limit });
    const headers = { 'retry-after': '15' };
    return refuseWith(429, 'problem.title.too_many_streams', why, { headers }).refusal;
  }

  /** Counts a stream and returns a function that removes it. */
  take(accountId: string): () => void {
    const holders = [{ key: ALL }, { key: accountId }];
    this.#open.take(holders);
    return () => this.#open.giveBack(holders);
  }

  /** Counts a streamed response until its connection closes. */
  hold(answer: Response, accountId: string, outgoing: ServerResponse | undefined): void {
    if (!outgoing || !isStream(answer)) return;
    // A response to HEAD has no body, so its stream is cancelled.
    if (outgoing.req.method === 'HEAD') void answer.body?.cancel();
    outgoing.once('close', this.take(accountId));
  }
}
