import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Operation, Refusal } from '@svc-simulator/contract';
import { Turns } from '../accounts/turns.ts';
import type { MaybePromise } from '../maybe-promise.ts';

/** Being read and written down at the same time, of all accounts. */
const AT_ONCE = 4;
/** Of one account, until its client has taken them. */
const PER_ACCOUNT = 2;
/** Of one account, before one more is refused. */
const MOST_WAITING = 100;
/** Characters of answers that nobody has taken yet, of all accounts, before one more is refused. */
const MOST_UNSENT = 128 * 2 ** 20;

/** What answers as much as an account has: a list, the trace, everything at once. */
export function readsMuch({ id, paged }: Operation): boolean {
  return paged === true || id === 'getSnapshot' || id === 'getClassProgress';
}

/**
 * Takes the reads of a hosted simulator that may be large in turns, first come first served. An account has two at most, so
 * that others need not wait behind all that it asks for; and a client that does not take its answers holds up itself alone.
 */
export class LargeReads {
  readonly #all = new Turns(AT_ONCE);
  readonly #accounts = new Map<string, Turns>();
  #unsent = 0;

  /** What `work` answers, in its turn. The next one comes after whatever else has come in meanwhile. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#all.take(async () => {
      const done = await work();
      await setImmediate();
      return done;
    });
  }

  /** What `work` answers, in its turn; a refusal when too many wait. */
  run<T extends object>(
    accountId: string,
    outgoing: ServerResponse,
    work: () => MaybePromise<T>,
  ): Promise<T | { readonly busy: Refusal }> {
    const own = this.#accounts.get(accountId) ?? new Turns(PER_ACCOUNT);
    if (own.waiting >= MOST_WAITING || this.#unsent > MOST_UNSENT) return Promise.resolve({ busy });
    this.#accounts.set(accountId, own);
    return new Promise((resolve, reject) => {
      const turn = own.take(async () => {
        const answer = await this.inTurn(async () => (outgoing.closed ? { busy } : work()));
        const length = 'text' in answer ? String(answer.text).length : 0;
        this.#unsent += length;
        resolve(answer);
        if (!outgoing.closed) await new Promise((taken) => outgoing.once('close', taken));
        this.#unsent -= length;
      });
      turn.catch(reject).finally(() => {
        if (own.isIdle) this.#accounts.delete(accountId);
      });
    });
  }
}

const busy: Refusal = {
  status: 503,
  title: 'Busy',
  detail:
    'Too many large answers are asked for at the moment; wait for Retry-After seconds, and ask for fewer at once.',
  headers: { 'retry-after': '1' },
};
