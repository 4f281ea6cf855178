import { availableParallelism } from 'node:os';
import { type AttemptRule, MINUTE_MS } from '@svc-simulator/contract';
import { TIMER_PLACES } from '@svc-simulator/store/store.ts';
import type { Budget } from './keyed-budget.ts';

/** A limit that all accounts of a hosted instance share. */
interface SharedLimit {
  readonly all: number;
  /**
   * The share of one account or address, limited by the free part. With `most`, the largest holder loses its
   * oldest entry; with `mean`, the average is the limit.
   */
  readonly account?: number | 'most' | 'mean';
  readonly address?: number | 'most';
}

/**
 * All shared limits of a hosted instance; docs/en/hosting-reference.md and docs/es/hosting-reference.md list
 * them.
 */
export const sharedLimits = {
  connections: { all: 10_000, address: 256 },
  reads_at_once: { all: 3, account: 1 },
  pages_at_once: { all: 1, address: 1 },
  signatures_at_once: { all: 1, address: 1 },
  snapshots_at_once: { all: 1, account: 1 },
  experiments_at_once: { all: 1, account: 1 },
  untaken_answers_mib: { all: 128, account: 'most' },
  large_bodies_mib: { all: 64, address: 'most' },
  logged_calls_mib: { all: 64, account: 'most' },
  memory_percent: { all: 60, account: 'mean' },
  counts_at_once: { all: 2, account: 1 },
  passwords_waiting: { all: 200, address: 60 },
  jobs_in_flight: { all: TIMER_PLACES, account: Math.floor(TIMER_PLACES / 3) },
  attempts_per_host: { all: TIMER_PLACES, account: 256 },
} as const satisfies Readonly<Record<string, SharedLimit>>;

/** Amounts per time, by account or client. */
export const budgets = {
  /** A full account's remaining requests store events, but no more than retention deletes. */
  changesOfFullAccount: { most: 60, withinMs: 6 * MINUTE_MS },
  /** Wrong tokens of the operator, by client; a right one is always accepted, so nobody can lock it out. */
  operatorFailures: { most: 20, withinMs: 10 * MINUTE_MS },
  /** Refused terminal calls that are stored in an account's log. */
  terminalRefusals: { most: 20, withinMs: MINUTE_MS },
  /** Relay frames of an account that answer no webhook (late results, pings), over its successive relays. */
  unaskedFrames: { most: 2000, withinMs: 100_000 },
  /** Invalid frames that the trace shows; each gets a reply. */
  tracedFrames: { most: 100, withinMs: 1_000_000 },
} as const satisfies Readonly<Record<string, Budget>>;

/** Limits of logins, registrations and codes; refused attempts count against the client's network. */
interface AttemptBudgets {
  readonly client: Budget;
  /** Refused attempts only. */
  readonly nameOfClient: Budget;
  /** Refused attempts from any client, for a name that only its own account can try. */
  readonly name?: Budget;
}

const guesses = { most: 5, withinMs: 10 * MINUTE_MS };
const codes = { client: { most: 60, withinMs: 2 * MINUTE_MS }, nameOfClient: guesses };
const names = { most: 10, withinMs: 5 * MINUTE_MS };

/**
 * Allows a class of trainees behind one address; a guesser gets 30 logins per minute, 2 of them for one name.
 */
export const attemptBudgets: Readonly<Record<AttemptRule['kind'], AttemptBudgets>> = {
  login: {
    client: { most: sharedLimits.passwords_waiting.address, withinMs: 2 * MINUTE_MS },
    nameOfClient: names,
  },
  registration: { client: { most: 60, withinMs: 30 * MINUTE_MS }, nameOfClient: names },
  // A pairing code is valid for ten minutes and has six digits.
  code: codes,
  // Only the account itself can try this code, so its refused attempts count from all addresses.
  class_code: { ...codes, name: guesses },
  registration_code: codes,
};

/** Number of tasks that run at once, in total or by owner. */
export const queues = {
  /** Large bodies that are being read. */
  bodiesOfClient: { perOwner: 4 },
  /** Long bodies that are being parsed, in all simulators of the process. */
  parsing: { atOnce: 1 },
  /**
   * Passwords being hashed at once, for all simulators of the process. The limit keeps threads and processors
   * free for commits.
   */
  passwords: { atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)) },
  counts: { atOnce: sharedLimits.counts_at_once.all },
  /** Responses of an account that its clients haven't received yet, before the next one is read. */
  untakenAnswers: { perOwner: 4 },
  /** Large reads of an account. */
  readsOfAccount: { perOwner: sharedLimits.reads_at_once.account },
} as const;

/** How large reads are paced; an account reads one at a time. */
export interface ReadingPace {
  /** Reads that run at the same time, over all accounts. */
  readonly atOnce: number;
  /** Places among these for owners whose latest read was small. */
  readonly smallAtOnce?: number;
  /** Pause after a read, as a multiple of the time that the read took. */
  readonly restTimes: number;
  readonly mostRestMs: number;
}

/**
 * A public page takes up to 15 ms to render; a signature check takes longer if many accounts share the
 * serial. An experiment signs a webhook in some hundred ways.
 */
const half = { restTimes: 1, mostRestMs: 50 };

/**
 * Serializing a large read blocks the process, so half of the time stays free for others; nine tenths after a
 * whole account.
 */
export const readingPaces = {
  lists: { atOnce: sharedLimits.reads_at_once.all, smallAtOnce: 2, ...half },
  pages: { atOnce: sharedLimits.pages_at_once.all, ...half },
  signatures: { atOnce: sharedLimits.signatures_at_once.all, ...half },
  experiments: { atOnce: sharedLimits.experiments_at_once.all, ...half },
  snapshots: { atOnce: sharedLimits.snapshots_at_once.all, restTimes: 9, mostRestMs: 2000 },
} as const satisfies Readonly<Record<string, ReadingPace>>;
