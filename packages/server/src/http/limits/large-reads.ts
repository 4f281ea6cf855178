import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { membersOf, type Operation, type Refusal } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { memoryOf, Room } from './room.ts';
import { sharedLimits } from './shared-limits.ts';
import { Turns } from './turns.ts';

/** Answers of one account that its clients have not taken yet, before the next is read. */
const UNTAKEN = 4;
/** Of one account, before one more is refused. */
const MOST_WAITING = 100;
/** Bytes of answers that nobody has taken yet, of all accounts: then the one with most of them loses its oldest. */
const MOST_UNSENT = sharedLimits.untaken_answers_mib.all * 2 ** 20;

/** How reads are paced; of one account it is one at a time. */
interface ReadingPace {
  /** Being read and written down at the same time, of all accounts. */
  readonly atOnce: number;
  /** Of these, those for owners whose latest read was small. */
  readonly smallAtOnce?: number;
  /** How often as long as a read took its account rests after it. */
  readonly restTimes: number;
  readonly mostRestMs: number;
  /** Whether the others wait for the end of the rest, too. */
  readonly allRest: boolean;
}

/** Half of the time is for all others: many accounts that each read without a pause would leave none. */
const lists: ReadingPace = {
  atOnce: sharedLimits.reads_at_once.all,
  smallAtOnce: 2,
  restTimes: 1,
  mostRestMs: 50,
  allRest: true,
};

/** A page that needs no credential takes up to 15 ms to render, in which nobody is served: half of the time is for all others. */
export const publicPages: ReadingPace = {
  atOnce: sharedLimits.pages_at_once.all,
  restTimes: 1,
  mostRestMs: 50,
  allRest: true,
};

/** Checking a signature takes longer the more accounts have linked the serial: half of the time is for all others. */
export const sharedSerials: ReadingPace = { ...publicPages, atOnce: sharedLimits.signatures_at_once.all };

/** A whole account is worked on for many milliseconds at a stretch, in which nobody is served: nine tenths of the time are for all others. */
export const wholeAccounts: ReadingPace = {
  atOnce: sharedLimits.snapshots_at_once.all,
  restTimes: 9,
  mostRestMs: 2000,
  allRest: true,
};

/** A refusal comes so late: whoever asks again at once would be as busy with that. */
const REFUSED_AFTER_MS = 1000;

/** What answers as much as an account has: a list, the trace. */
export function readsMuch({ id, paged }: Operation): boolean {
  return paged === true || ['getClassProgress', 'listMerchantSettlements'].includes(id);
}

/** Returns whether an operation shows anybody a page or a document, which is rendered or sent as a whole. */
export function isPublicPage({ auth, constant, media, method }: Operation): boolean {
  return auth === 'none' && method === 'GET' && (constant === true || media?.includes('text/html') === true);
}

/** What takes a whole account in one piece. */
export function takesWhole({ id }: Operation): boolean {
  return id === 'getSnapshot' || id === 'loadSnapshot';
}

/**
 * Takes the reads of a hosted simulator that may be large in turns. An account, or of public pages a client, has one at a time, first come first served, so
 * that others need not wait behind all that it asks for; and a client that does not take its answers holds up itself alone.
 */
export class LargeReads {
  readonly #clock: Clock;
  readonly #pace: ReadingPace;
  readonly #all: Turns;
  /** Turns of those who read little; null where all cost the same. */
  readonly #small: Turns | null;
  /** Owners whose latest read was large, which wait for each other alone. */
  readonly #large = new Set<string>();
  readonly #accounts = new Map<string, AccountReads>();
  readonly #unsent = new Room(MOST_UNSENT);

  constructor(clock: Clock, pace = lists) {
    this.#clock = clock;
    this.#pace = pace;
    this.#small = pace.smallAtOnce === undefined ? null : new Turns(pace.smallAtOnce);
    this.#all = new Turns(pace.atOnce - (pace.smallAtOnce ?? 0));
  }

  /** What `work` answers, in the account's turn. */
  inTurn<T>(accountId: string, work: () => T | Promise<T>): Promise<T> {
    const own = this.#of(accountId);
    return new Promise((resolve, reject) => {
      const worked = own.working.take(async () => {
        let begunAt = this.#clock.elapsed();
        const { restTimes, mostRestMs, allRest } = this.#pace;
        const rest = async () => {
          await setImmediate();
          await this.#pause(Math.min((this.#clock.elapsed() - begunAt) * restTimes, mostRestMs));
        };
        const all = this.#large.has(accountId) ? this.#all : (this.#small ?? this.#all);
        await all.take(async () => {
          if (allRest) begunAt = this.#clock.elapsed();
          const answer = await work();
          all.spent(accountId, costOf(answer));
          this.#noteSize(accountId, costOf(answer));
          resolve(answer);
          if (allRest) await rest();
        }, accountId);
        if (!allRest) await rest();
      });
      worked.catch(reject).finally(() => this.#tidy(accountId, own));
    });
  }

  /** What `work` answers, in the account's turn; a refusal when too many wait. Its `text` is held until it is taken. */
  async run<T extends object>(
    accountId: string,
    outgoing: ServerResponse,
    work: () => T | Promise<T>,
  ): Promise<T | { readonly busy: Refusal }> {
    const own = this.#of(accountId);
    if (own.untaken.waiting >= MOST_WAITING) return this.#refuse();
    return new Promise((resolve, reject) => {
      const taken = own.untaken.takeFor({ outgoing, gone: undefined }, async () => {
        // Whoever has gone meanwhile gets nothing read.
        const answer = await this.inTurn(accountId, () => (outgoing.closed ? { busy } : work()));
        const release = this.#unsent.hold(accountId, memoryOf(textOf(answer)), () => outgoing.destroy());
        resolve(answer);
        if (!outgoing.closed) await new Promise((taken) => outgoing.once('close', taken));
        release();
      });
      // Whoever left while it waited has no answer yet; all others have.
      taken.then(() => resolve({ busy }), reject).finally(() => this.#tidy(accountId, own));
    });
  }

  #noteSize(accountId: string, cost: number): void {
    this.#large.delete(accountId);
    if (cost <= LARGE_COST) return;
    this.#large.add(accountId);
    const [oldest] = this.#large.size > MOST_LARGE ? this.#large : [];
    if (oldest !== undefined) this.#large.delete(oldest);
  }

  #of(accountId: string): AccountReads {
    const known = this.#accounts.get(accountId);
    const own = known ?? {
      working: new Turns(sharedLimits.reads_at_once.account),
      untaken: new Turns(UNTAKEN),
    };
    if (!known) this.#accounts.set(accountId, own);
    return own;
  }

  #tidy(accountId: string, { working, untaken }: AccountReads): void {
    if (working.isIdle && untaken.isIdle) this.#accounts.delete(accountId);
  }

  async #refuse(): Promise<{ readonly busy: Refusal }> {
    await this.#pause(REFUSED_AFTER_MS);
    return { busy };
  }

  async #pause(ms: number): Promise<void> {
    if (ms <= 0) return;
    await new Promise<void>((resolve) => {
      this.#clock.after(ms, resolve);
    });
  }
}

/** What a read costs beside its text, in bytes. */
const READ_COST = 2 ** 14;
/** A read that costs more than this is large. */
const LARGE_COST = 2 ** 17;
/** Owners that are remembered for it. */
const MOST_LARGE = 10_000;

/** Returns what a read has cost: its time says little, since a small one takes long where a database has much to do. */
function costOf(answer: unknown): number {
  return READ_COST + textOf(answer).length;
}

/** The text of an answer that is written down as one, as middleware tells it. */
function textOf(answer: unknown): string {
  const { text } = membersOf(answer);
  return typeof text === 'string' ? text : '';
}

interface AccountReads {
  readonly working: Turns;
  readonly untaken: Turns;
}

const busy: Refusal = {
  status: 503,
  title: 'problem.title.busy',
  ...message('problem.limit.large_reads'),
  headers: { 'retry-after': '1' },
};
