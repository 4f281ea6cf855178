import type { ServerResponse } from 'node:http';
import type { Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';

const EVENT_STREAM = 'text/event-stream';

/** The event streams that are open, counted by account. */
export class OpenStreams {
  readonly #mostPerAccount: number;
  readonly #counts = new Map<string, number>();
  #total = 0;
  /** How many were refused. */
  refused = 0;

  constructor(mostPerAccount = Number.POSITIVE_INFINITY) {
    this.#mostPerAccount = mostPerAccount;
  }

  /** Open ones of all accounts. */
  get total(): number {
    return this.#total;
  }

  /** Open ones of one account. */
  of(accountId: string): number {
    return this.#counts.get(accountId) ?? 0;
  }

  /** A refusal when the request wants a stream and its account has as many as it may. */
  refusalOf(accept: string | undefined, accountId: string): Refusal | undefined {
    if (!accept?.includes(EVENT_STREAM) || this.of(accountId) < this.#mostPerAccount) return undefined;
    this.refused++;
    return {
      status: 429,
      title: 'problem.title.too_many_streams',
      ...message('problem.limit.streams', { limit: this.#mostPerAccount }),
      headers: { 'retry-after': '15' },
    };
  }

  /** Counts an answer that is a stream, until its connection is over. */
  hold(answer: Response, accountId: string, outgoing: ServerResponse | undefined): void {
    if (!outgoing || !answer.headers.get('content-type')?.startsWith(EVENT_STREAM)) return;
    const release = this.take(accountId);
    outgoing.once('close', () => {
      release();
      // The answer to HEAD goes without its body, which would be kept, and written to, for ever.
      if (!answer.body?.locked) void answer.body?.cancel();
    });
  }

  /** Counts one that no connection stands for; answers how it ends. */
  take(accountId: string): () => void {
    this.#add(accountId, 1);
    return () => this.#add(accountId, -1);
  }

  #add(accountId: string, change: 1 | -1): void {
    this.#total += change;
    const count = (this.#counts.get(accountId) ?? 0) + change;
    if (count > 0) this.#counts.set(accountId, count);
    else this.#counts.delete(accountId);
  }
}
