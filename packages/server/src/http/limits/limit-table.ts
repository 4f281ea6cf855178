import { availableParallelism } from 'node:os';
import { type AttemptRule, MINUTE_MS } from '@svc-simulator/contract';
import { TIMER_PLACES } from '@svc-simulator/store/store.ts';
import type { Budget } from './keyed-budget.ts';

/** A limit that all accounts of a hosted instance share. */
interface SharedLimit {
  readonly all: number;
  /**
   * Maximum for one account or address, or the free number if that is lower. With `most`, there is no fixed
   * maximum: at the total limit, the largest user loses its oldest entry. With `mean`, the maximum is the
   * average.
   */
  readonly account?: number | 'most' | 'mean';
  readonly address?: number | 'most';
}

/**
 * Limits that all accounts of an instance share; docs/en/hosting-reference.md and
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
   * Requests that a full account may still make because they store only an event. Retention can delete events
   * at this rate.
   */
  changesOfFullAccount: { limit: 60, withinMs: 6 * MINUTE_MS },
  /**
   * Wrong operator tokens, by client. The right token is always accepted, so nobody can lock the operator
   * out.
   */
  operatorFailures: { limit: 20, withinMs: 10 * MINUTE_MS },
  /** Experiments of an account, each of up to 40 requests to a receiver. */
  experiments: { limit: 10, withinMs: MINUTE_MS },
  /** Refused terminal calls that are stored in an account's call log. */
  terminalRefusals: { limit: 20, withinMs: MINUTE_MS },
  /**
   * Relay frames that answer no webhook (late results, pings), by account; a new relay continues the count.
   */
  unsolicitedFrames: { limit: 2000, withinMs: 100_000 },
  /** Invalid relay frames that the trace shows. Each invalid frame gets a reply. */
  tracedFrames: { limit: 100, withinMs: 1_000_000 },
} as const satisfies Readonly<Record<string, Budget>>;

interface AttemptBudgets {
  readonly client: Budget;
  /** Refused attempts of a client for one name. */
  readonly nameOfClient: Budget;
  /** Refused attempts of all clients for a name that only its own account can try. */
  readonly name?: Budget;
}

const guessBudget = { limit: 5, withinMs: 10 * MINUTE_MS };
const codeBudgets = { client: { limit: 60, withinMs: 2 * MINUTE_MS }, nameOfClient: guessBudget };
const nameBudget = { limit: 10, withinMs: 5 * MINUTE_MS };

/**
 * A class of trainees can log in from one address; a guesser gets 30 logins per minute, 2 of them for one
 * name.
 */
export const attemptBudgets: Readonly<Record<AttemptRule['kind'], AttemptBudgets>> = {
  login: {
    client: { limit: sharedLimits.passwords_waiting.address, withinMs: 2 * MINUTE_MS },
    nameOfClient: nameBudget,
  },
  registration: { client: { limit: 60, withinMs: 30 * MINUTE_MS }, nameOfClient: nameBudget },
  // A pairing code is valid for ten minutes and has six digits.
  code: codeBudgets,
  // Only the account itself can try this code, so attempts from all addresses count together.
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
  /** Responses of an account that its clients haven't fully received. Further reads wait. */
  unreadResponses: { concurrencyPerOwner: 4 },
  accountReads: { concurrencyPerOwner: sharedLimits.reads_at_once.account },
} as const;

/** The pace of large reads. An account has one read at a time. */
export interface ReadingPace {
  /** Maximum number of reads at the same time, over all accounts. */
  readonly concurrency: number;
  /** The part of `concurrency` for owners whose latest read was small. */
  readonly smallConcurrency?: number;
  /** Pause after a read, in multiples of the read's duration. */
  readonly pauseFactor: number;
  readonly maxPauseMs: number;
}

/**
 * Pauses as long as the read took, at most 50 ms. Rendering a public page takes up to 15 ms, and a signature
 * check longer if many accounts share the serial. An experiment signs a webhook in some hundred ways.
 */
const equalPause = { pauseFactor: 1, maxPauseMs: 50 };

/**
 * Serializing a large read blocks the process. The pauses leave half of the time to others, and nine tenths
 * after a read of a whole account.
 */
export const readingPaces = {
  lists: { concurrency: sharedLimits.reads_at_once.all, smallConcurrency: 2, ...equalPause },
  pages: { concurrency: sharedLimits.pages_at_once.all, ...equalPause },
  signatures: { concurrency: sharedLimits.signatures_at_once.all, ...equalPause },
  experiments: { concurrency: sharedLimits.experiments_at_once.all, ...equalPause },
  snapshots: { concurrency: sharedLimits.snapshots_at_once.all, pauseFactor: 9, maxPauseMs: 2000 },
} as const satisfies Readonly<Record<string, ReadingPace>>;
