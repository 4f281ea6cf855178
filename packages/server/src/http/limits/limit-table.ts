import { availableParallelism } from 'node:os';
import { type AttemptRule, MINUTE_MS } from '@svc-simulator/contract';
import { TIMER_PLACES } from '@svc-simulator/store/store.ts';
import type { Budget } from './keyed-budget.ts';

interface SharedLimit {
  readonly all: number;
  /**
   * A number is the maximum for one account, which also can't take more than is still free for all. With
   * `most`, if `all` is exceeded, the largest account loses its oldest entry. With `mean`, if `all` is
   * exceeded, accounts above the average are refused.
   */
  readonly account?: number | 'most' | 'mean';
  /** The same as `account`, but for one client address. */
  readonly address?: number | 'most';
}

/**
 * Limits that all accounts of a hosted instance share. docs/en/hosting-reference.md and
 * docs/es/hosting-reference.md list them.
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
  /**
   * Deletions and replacements by a full account. Each adds an event, and retention can delete events at this
   * rate, so the account doesn't grow.
   */
  changesOfFullAccount: { limit: 60, withinMs: 6 * MINUTE_MS },
  /**
   * Wrong operator tokens, by client. The right token is accepted even above this limit, so nobody can lock
   * the operator out.
   */
  operatorFailures: { limit: 20, withinMs: 10 * MINUTE_MS },
  /** Experiments of an account, each of up to 40 requests to a receiver. */
  experiments: { limit: 10, withinMs: MINUTE_MS },
  /** Refused terminal calls that are stored in an account's call log. */
  terminalRefusals: { limit: 20, withinMs: MINUTE_MS },
  /**
   * Relay frames that answer no webhook (late results, pings), by account. A new relay doesn't restart the
   * count.
   */
  unsolicitedFrames: { limit: 2000, withinMs: 100_000 },
  /** Invalid relay frames that are stored in the trace. Further ones only get a reply. */
  tracedFrames: { limit: 100, withinMs: 1_000_000 },
} as const satisfies Readonly<Record<string, Budget>>;

interface AttemptBudgets {
  readonly client: Budget;
  /** Refused attempts of a client for one name. */
  readonly clientAndName: Budget;
  /**
   * Refused attempts of all clients for one name. Not set for names that strangers can try, because they
   * could lock the account out.
   */
  readonly name?: Budget;
}

const guessBudget = { limit: 5, withinMs: 10 * MINUTE_MS };
const codeBudgets = { client: { limit: 60, withinMs: 2 * MINUTE_MS }, clientAndName: guessBudget };
const nameBudget = { limit: 10, withinMs: 5 * MINUTE_MS };

/**
 * Lets a class of trainees log in from one address. A guesser gets 30 logins per minute, 2 of them for one
 * name.
 */
export const attemptBudgets: Readonly<Record<AttemptRule['kind'], AttemptBudgets>> = {
  login: {
    client: { limit: sharedLimits.passwords_waiting.address, withinMs: 2 * MINUTE_MS },
    clientAndName: nameBudget,
  },
  registration: { client: { limit: 60, withinMs: 30 * MINUTE_MS }, clientAndName: nameBudget },
  // A pairing code has six digits and is valid for ten minutes, so a client gets five guesses.
  code: codeBudgets,
  // A class code is tried with an account's token, so attempts from all addresses count together.
  class_code: { ...codeBudgets, name: guessBudget },
  registration_code: codeBudgets,
};

/** Number of tasks that run at the same time, in total or by owner. */
export const queues = {
  clientBodies: { concurrencyPerOwner: 4 },
  /** Long bodies that are being parsed, over all simulators of the process. */
  parsing: { concurrency: 1 },
  /**
   * Passwords that are being hashed, over all simulators of the process. The limit keeps threads and
   * processors free for commits.
   */
  passwords: { concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)) },
  counts: { concurrency: sharedLimits.counts_at_once.all },
  /** Responses of an account that its clients haven't fully received. Further reads of the account wait. */
  unreadResponses: { concurrencyPerOwner: 4 },
  accountReads: { concurrencyPerOwner: sharedLimits.reads_at_once.account },
} as const;

/** The pace of large reads. An account has one read at a time. */
export interface ReadingPace {
  /** Maximum number of reads at the same time, over all accounts. */
  readonly concurrency: number;
  /** The part of `concurrency` that is reserved for owners whose latest read was small. */
  readonly smallConcurrency?: number;
  /** Pause after a read, in multiples of the read's duration. */
  readonly pauseFactor: number;
  readonly maxPauseMs: number;
}

/** Pauses for as long as the read took, at most 50 ms. */
const equalPause = { pauseFactor: 1, maxPauseMs: 50 };

/**
 * Pauses after large reads, because a read blocks the process. The pauses leave half of the time to other
 * requests, and nine tenths after a read of a whole account.
 */
export const readingPaces = {
  lists: { concurrency: sharedLimits.reads_at_once.all, smallConcurrency: 2, ...equalPause },
  pages: { concurrency: sharedLimits.pages_at_once.all, ...equalPause },
  signatures: { concurrency: sharedLimits.signatures_at_once.all, ...equalPause },
  experiments: { concurrency: sharedLimits.experiments_at_once.all, ...equalPause },
  snapshots: { concurrency: sharedLimits.snapshots_at_once.all, pauseFactor: 9, maxPauseMs: 2000 },
} as const satisfies Readonly<Record<string, ReadingPace>>;
