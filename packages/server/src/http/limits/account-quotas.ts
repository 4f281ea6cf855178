import type { IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import {
  addsToAccount,
  changesAccount,
  DAY_MS,
  issuesTokens,
  type Operation,
  operations,
  type QuotaName,
  type Quotas,
  type Refusal,
} from '@svc-simulator/contract';
import { type AccountRecord, RETENTION_MS } from '@svc-simulator/core';
import type { AccountUsage, Change } from '@svc-simulator/store/store.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import type { Runtime } from '../../runtime.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { clientHolders } from './client-network.ts';
import { FairQueue } from './fair-queue.ts';
import { type Holder, KeyedBudget } from './keyed-budget.ts';
import { budgets, queues, sharedLimits } from './limit-table.ts';

const MIB = 2 ** 20;
/** Interval of full counts, which read the whole account; commits in between are added. */
const COUNT_EVERY_MS = 600_000;
/** Maximum age of a count that refuses an account. */
const COUNT_FULL_EVERY_MS = 60_000;
/** Maximum number of accounts with a count in memory. */
const MOST_ACCOUNTS = 10_000;

/** Operations that store something for the account that calls them. */
const adding = new Set(operations.filter(addsToAccount).map(({ id }) => id));
const changing = new Set(operations.filter(changesAccount).map(({ id }) => id));
const addingSessions = new Set([
  'createButtonSession',
  'createRequestSession',
  'createRequestBatch',
  'loadSnapshot',
]);

/** Minimum number of clients that use up an account's requests without a credential. */
const CLIENTS = 4;

/** A request without a credential; each kind is counted on its own. */
export interface PublicRequest {
  readonly kind: 'receiver' | 'payment' | 'page';
  readonly accountId: string;
  readonly incoming: IncomingMessage | undefined;
}

interface Counted {
  sessions: number;
  bytes: number;
  countedAt: number;
  /** Resolves after the count, even if it failed. */
  ready: Promise<unknown>;
}

/**
 * Enforces the quotas of a hosted simulator's accounts. This instance counts each account from time to time
 * and adds its own commits in between, so other instances' commits may exceed a quota briefly.
 */
export class AccountQuotas {
  readonly quotas: Quotas;
  /** Refusals by quota. */
  readonly refusals = new Map<QuotaName, number>();
  readonly #runtime: Pick<Runtime, 'clock' | 'store'>;
  readonly #counted = new Map<string, Counted>();
  /** Accounts with quotas of their own, as far as this instance has read them. */
  readonly #own = new Map<string, Quotas>();
  readonly #clients: Pick<ClientAddresses, 'clientOf'>;
  readonly #requests: KeyedBudget;
  readonly #bytes: KeyedBudget;
  readonly #grants: KeyedBudget;
  readonly #changes = new KeyedBudget(budgets.changesOfFullAccount);
  readonly #counting = new FairQueue(queues.counts);

  constructor(
    quotas: Quotas,
    runtime: Pick<Runtime, 'clock' | 'store'>,
    clients: Pick<ClientAddresses, 'clientOf'>,
  ) {
    this.quotas = quotas;
    this.#runtime = runtime;
    this.#clients = clients;
    const { public_per_minute: requests, public_mib_per_day: mib } = quotas;
    this.#requests = new KeyedBudget({ most: requests, withinMs: 60_000 });
    this.#bytes = new KeyedBudget({ most: mib * MIB, withinMs: DAY_MS });
    this.#grants = new KeyedBudget({ most: requests, withinMs: 60_000 });
    runtime.store.trace.subscribe(null, ({ accountId, type, json }) => {
      const counted = this.#counted.get(accountId);
      if (!counted) return;
      counted.bytes += json.length;
      if (type === 'session.created') counted.sessions++;
      else if (type === 'control.reset' || type === 'account.deleted') this.#counted.delete(accountId);
    });
  }

  /**
   * Adds the size of a commit without subtracting replaced records, because an account is counted again
   * before it is refused.
   */
  readonly stored = (accountId: string, { puts = [] }: Pick<Change<unknown>, 'puts'>): void => {
    const counted = this.#counted.get(accountId);
    if (counted) for (const { value } of puts) counted.bytes += Buffer.byteLength(JSON.stringify(value));
  };

  /** Keeps the quotas of an account that was just read, which the operator may have changed. */
  learn({ id, quotas }: Pick<AccountRecord, 'id' | 'quotas'>): void {
    if (quotas) this.#own.set(id, { ...this.quotas, ...quotas });
    else this.#own.delete(id);
  }

  quotasOf(accountId: string): Quotas {
    return this.#own.get(accountId) ?? this.quotas;
  }

  /** Returns the refusal of an operation that would store more for a full account. */
  async refusalOf({ id }: Operation, accountId: string): Promise<Refusal | undefined> {
    if (issuesTokens({ id })) return this.takeGrants(accountId);
    if (changing.has(id)) return this.takeChange(accountId);
    return adding.has(id) ? this.#fullness(accountId, addingSessions.has(id)) : undefined;
  }

  /** Returns true if the account may store more; otherwise its reads store no events. */
  async hasRoom(accountId: string): Promise<boolean> {
    return (await this.#lackOf(accountId, false)) === undefined;
  }

  /** Drops events of full accounts. */
  noting(note: Runtime['queueEvent']): Runtime['queueEvent'] {
    return (accountId, event) => {
      const counting = this.#lackOf(accountId, false);
      if (counting) void counting.then((lack) => lack ?? note(accountId, event));
      else note(accountId, event);
    };
  }

  /** Counts a change that stores only an event; refuses it if a full account makes too many. */
  async takeChange(accountId: string): Promise<Refusal | undefined> {
    const refuse = await this.#lackOf(accountId, false);
    if (!refuse) return undefined;
    const waitMs = this.#changes.take(accountId, this.#runtime.clock.elapsed());
    return waitMs > 0 ? { ...refuse(), headers: retryAfter(waitMs) } : undefined;
  }

  /**
   * Counts tokens that a call without a token stores for an account; refuses them if there are too many
   * or the account is full.
   */
  async takeTokens(accountId: string): Promise<Refusal | undefined> {
    return (await this.#fullness(accountId, false)) ?? this.takeGrants(accountId);
  }

  /** Counts tokens that are given out, also by an account that is full; a refusal when there are too many. */
  takeGrants(accountId: string, count = 1): Refusal | undefined {
    const holders = [{ key: accountId, most: this.quotasOf(accountId).public_per_minute }];
    const waitMs = this.#grants.take(holders, this.#runtime.clock.elapsed(), count);
    return waitMs > 0 ? this.#tooMany(accountId, 'public_per_minute', waitMs) : undefined;
  }

  /** Counts a public request and its bytes; refuses it if there are too many or the account is full. */
  async takePublic(request: PublicRequest, bytes = 0): Promise<Refusal | undefined> {
    return (await this.#fullness(request.accountId, false)) ?? this.takeView(request, bytes);
  }

  /** Counts a view of a payment page; refuses it if there are too many. */
  takeView(request: PublicRequest, bytes = 0): Refusal | undefined {
    const refusal = this.publicRefusal(request, bytes);
    if (refusal) return refusal;
    for (const { budget, holders, amount } of this.#usesOf(request, bytes))
      budget.take(holders, this.#runtime.clock.elapsed(), amount);
    return undefined;
  }

  /** Returns the refusal that a public request would get, without counting it. */
  publicRefusal(request: PublicRequest, bytes: number): Refusal | undefined {
    for (const { quota, budget, holders, amount } of this.#usesOf(request, bytes)) {
      const waitMs = budget.waitMs(holders, this.#runtime.clock.elapsed(), amount);
      if (waitMs > 0) return this.#tooMany(request.accountId, quota, waitMs);
    }
    return undefined;
  }

  /** Lists the budgets of the account and of its client that a request uses. */
  #usesOf({ kind, accountId, incoming }: PublicRequest, bytes: number) {
    const { public_per_minute: requests, public_mib_per_day: mib } = this.quotasOf(accountId);
    const key = `${kind}:${accountId}`;
    const client = incoming ? this.#clients.clientOf(incoming) : '';
    const holders = (most: number, share: number): readonly Holder[] => [
      { key, most },
      ...clientHolders(client, share, key),
    ];
    const requestHolders = holders(requests, Math.ceil(requests / CLIENTS));
    const byteHolders = holders(mib * MIB, Math.ceil(mib / CLIENTS) * MIB);
    return [
      { quota: 'public_per_minute', budget: this.#requests, holders: requestHolders, amount: 1 },
      { quota: 'public_mib_per_day', budget: this.#bytes, holders: byteHolders, amount: bytes },
    ] as const;
  }

  /** Returns the account's usage as this instance counts it. */
  async usageOf(accountId: string): Promise<AccountUsage> {
    const counted = this.#of(accountId);
    await counted.ready;
    return counted;
  }

  async #fullness(accountId: string, addsSessions: boolean): Promise<Refusal | undefined> {
    return (await this.#lackOf(accountId, addsSessions))?.();
  }

  /** Finds out what an account has no room for, and returns how to refuse it; undefined at once if it has room by the latest count. */
  #lackOf(accountId: string, addsSessions: boolean): Promise<(() => Refusal) | undefined> | undefined {
    const quotas = this.quotasOf(accountId);
    const lackIn = ({ sessions, bytes }: AccountUsage) => {
      if (bytes >= quotas.stored_mib * MIB) return () => this.#full(accountId, 'stored_mib');
      if (this.#isTooMuch(bytes)) return () => this.#noRoom();
      return addsSessions && sessions >= quotas.sessions
        ? () => this.#full(accountId, 'sessions')
        : undefined;
    };
    if (!lackIn(this.#of(accountId))) return undefined;
    const counted = this.#of(accountId, COUNT_FULL_EVERY_MS);
    return counted.ready.then(() => lackIn(counted));
  }

  #of(accountId: string, everyMs = COUNT_EVERY_MS): Counted {
    const now = this.#runtime.clock.elapsed();
    const counted = this.#counted.get(accountId) ?? this.#begin(accountId);
    if (now - counted.countedAt < everyMs) return counted;
    counted.countedAt = now;
    counted.ready = this.#counting
      .take(() => this.#read(accountId), accountId)
      .then((usage) => Object.assign(counted, usage))
      // A later count repeats a failed one.
      .catch(() => {});
    return counted;
  }

  /** A request without a credential brings no account record, so the count reads it too. */
  async #read(accountId: string): Promise<AccountUsage> {
    const { store } = this.#runtime;
    const [usage, account] = await Promise.all([store.usageOf(accountId), store.get('account', accountId)]);
    if (account) this.learn(account);
    return usage;
  }

  #begin(accountId: string): Counted {
    if (this.#counted.size >= MOST_ACCOUNTS) this.#counted.clear();
    const counted = { sessions: 0, bytes: 0, countedAt: Number.NEGATIVE_INFINITY, ready: Promise.resolve() };
    this.#counted.set(accountId, counted);
    return counted;
  }

  /** Returns true if memory is short and the account uses at least the average. */
  #isTooMuch(bytes: number): boolean {
    // With PostgreSQL, the records aren't in this process's memory.
    if (this.#runtime.store.peers) return false;
    const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics();
    if (used < most * sharedLimits.memory_percent.all * 0.01) return false;
    let all = 0;
    for (const counted of this.#counted.values()) all += counted.bytes;
    return bytes * this.#counted.size >= all;
  }

  #noRoom(): Refusal {
    return this.#refuse('stored_mib', message('problem.quota.memory'), COUNT_FULL_EVERY_MS);
  }

  /** The refusal has no Retry-After, because waiting frees no space. */
  #full(accountId: string, quota: QuotaName): Refusal {
    const full = { quota, limit: this.quotasOf(accountId)[quota], days: RETENTION_MS / DAY_MS };
    return this.#refuse(quota, message('problem.quota.full', full));
  }

  #tooMany(accountId: string, quota: QuotaName, waitMs: number): Refusal {
    const limit = this.quotasOf(accountId)[quota];
    return this.#refuse(quota, message('problem.quota.public', { quota, limit }), waitMs);
  }

  #refuse(quota: QuotaName, why: Message<KeyOf<'problem'>>, waitMs?: number): Refusal {
    this.refusals.set(quota, (this.refusals.get(quota) ?? 0) + 1);
    const headers = waitMs === undefined ? {} : { headers: retryAfter(waitMs) };
    return { status: 429, title: 'problem.title.over_quota', ...why, ...headers };
  }
}

function retryAfter(waitMs: number) {
  return { 'retry-after': String(Math.ceil(waitMs / 1000)) };
}
