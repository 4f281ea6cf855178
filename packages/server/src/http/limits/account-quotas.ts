import type { IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import {
  addsToAccount,
  DAY_MS,
  issuesTokens,
  type Operation,
  operations,
  type QuotaName,
  type Quotas,
  type Refusal,
  replacesOrDeletes,
} from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { AccountUsage, Change } from '@svc-simulator/store/store.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import type { Runtime } from '../../runtime.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { clientKeys } from './client-network.ts';
import { FairQueue } from './fair-queue.ts';
import { type BudgetKey, KeyedBudget } from './keyed-budget.ts';
import { budgets, queues, sharedLimits } from './limit-table.ts';

const BYTES_PER_MIB = 2 ** 20;
/** The store counts an account's data this often. In between, new commits are added to the count. */
const COUNT_EVERY_MS = 600_000;
/** A count that is older than this is repeated before an account is refused. */
const MAX_REFUSAL_COUNT_AGE_MS = 60_000;
const MAX_ACCOUNTS = 10_000;

const addingOperationIds = new Set(operations.filter(addsToAccount).map(({ id }) => id));
const changingOperationIds = new Set(operations.filter(replacesOrDeletes).map(({ id }) => id));
const sessionAddingOperationIds = new Set([
  'createButtonSession',
  'createRequestSession',
  'createRequestBatch',
  'loadSnapshot',
]);

/**
 * Number of clients that are needed to use up an account's requests without a credential, so that no single
 * client can do it.
 */
const MIN_CLIENTS = 4;

/** A request without a credential. Each kind has its own budget. */
export interface PublicRequest {
  readonly kind: 'receiver' | 'payment' | 'page';
  readonly accountId: string;
  readonly incoming: IncomingMessage | undefined;
}

interface AccountCount {
  sessions: number;
  bytes: number;
  countedAt: number;
  /** Resolves when the running count has ended. */
  ready: Promise<unknown>;
}

interface QuotaRuntime extends Pick<Runtime, 'clock' | 'store'> {
  readonly retentionMs: number;
}

/**
 * Enforces the quotas of accounts on a hosted simulator. Between two counts, an instance adds only its own
 * commits. So an account that uses several instances can exceed a quota briefly.
 */
export class AccountQuotas {
  readonly quotas: Quotas;
  readonly refusals = new Map<QuotaName, number>();
  readonly #runtime: QuotaRuntime;
  readonly #counts = new Map<string, AccountCount>();
  /** Quotas that the operator has set for single accounts, if this instance has read the account's record. */
  readonly #ownQuotas = new Map<string, Quotas>();
  readonly #clients: Pick<ClientAddresses, 'clientOf'>;
  readonly #requests: KeyedBudget;
  readonly #bytes: KeyedBudget;
  readonly #issuedTokens: KeyedBudget;
  readonly #changes = new KeyedBudget(budgets.changesOfFullAccount);
  readonly #countQueue = new FairQueue(queues.counts);

  constructor(quotas: Quotas, runtime: QuotaRuntime, clients: Pick<ClientAddresses, 'clientOf'>) {
    this.quotas = quotas;
    this.#runtime = runtime;
    this.#clients = clients;
    const { public_per_minute: requests, public_mib_per_day: mib } = quotas;
    this.#requests = new KeyedBudget({ limit: requests, withinMs: 60_000 });
    this.#bytes = new KeyedBudget({ limit: mib * BYTES_PER_MIB, withinMs: DAY_MS });
    this.#issuedTokens = new KeyedBudget({ limit: requests, withinMs: 60_000 });
    runtime.store.trace.subscribe(null, ({ accountId, type, json }) => {
      const count = this.#counts.get(accountId);
      if (!count) return;
      count.bytes += json.length;
      if (type === 'session.created') count.sessions++;
      else if (type === 'control.reset' || type === 'account.deleted') this.#counts.delete(accountId);
    });
  }

  /**
   * Adds the size of a commit. Doesn't subtract replaced records, because an account is counted again before
   * it is refused.
   */
  readonly addCommit = (accountId: string, { puts = [] }: Pick<Change<unknown>, 'puts'>): void => {
    const count = this.#counts.get(accountId);
    if (count) for (const { value } of puts) count.bytes += Buffer.byteLength(JSON.stringify(value));
  };

  /** Called for each account record that is read, because the operator can change the quotas at any time. */
  rememberQuotas({ id, quotas }: Pick<AccountRecord, 'id' | 'quotas'>): void {
    if (quotas) this.#ownQuotas.set(id, { ...this.quotas, ...quotas });
    else this.#ownQuotas.delete(id);
  }

  quotasOf(accountId: string): Quotas {
    return this.#ownQuotas.get(accountId) ?? this.quotas;
  }

  async refusalOf({ id }: Operation, accountId: string): Promise<Refusal | undefined> {
    if (issuesTokens({ id })) return this.takeIssuedTokens(accountId);
    if (changingOperationIds.has(id)) return this.takeChange(accountId);
    return addingOperationIds.has(id)
      ? this.#refusalIfFull(accountId, sessionAddingOperationIds.has(id))
      : undefined;
  }

  async canStoreMore(accountId: string): Promise<boolean> {
    return (await this.#findRefusal(accountId, false)) === undefined;
  }

  dropEventsOfFullAccounts(queueEvent: Runtime['queueEvent']): Runtime['queueEvent'] {
    return (accountId, event) => {
      const pendingRefusal = this.#findRefusal(accountId, false);
      if (pendingRefusal)
        void pendingRefusal.then((createRefusal) => createRefusal ?? queueEvent(accountId, event));
      else queueEvent(accountId, event);
    };
  }

  /** Limits how often a full account can delete or replace data, because each such change adds an event. */
  async takeChange(accountId: string): Promise<Refusal | undefined> {
    const createRefusal = await this.#findRefusal(accountId, false);
    if (!createRefusal) return undefined;
    const waitMs = this.#changes.take(accountId, this.#runtime.clock.elapsed());
    return waitMs > 0 ? { ...createRefusal(), headers: retryAfter(waitMs) } : undefined;
  }

  /**
   * Counts tokens that a call without a credential stores. Refuses them if there are too many, or if the
   * account is full.
   */
  async takeStoredTokens(accountId: string): Promise<Refusal | undefined> {
    return (await this.#refusalIfFull(accountId, false)) ?? this.takeIssuedTokens(accountId);
  }

  /** Counts issued tokens, even for a full account. Refuses them if there are too many. */
  takeIssuedTokens(accountId: string, count = 1): Refusal | undefined {
    const limit = this.quotasOf(accountId).public_per_minute;
    const keys = [{ key: accountId, limit }];
    const waitMs = this.#issuedTokens.take(keys, this.#runtime.clock.elapsed(), count);
    if (waitMs === 0) return undefined;
    return this.#buildRefusal('public_per_minute', message('problem.quota.tokens', { limit }), waitMs);
  }

  /**
   * Counts a public request and its bytes. Refuses the request if there are too many or the account is full.
   */
  async takePublic(request: PublicRequest, bytes = 0): Promise<Refusal | undefined> {
    return (await this.#refusalIfFull(request.accountId, false)) ?? this.takeView(request, bytes);
  }

  /**
   * Counts a public request, such as a view of a payment page. Refuses it if there are too many; unlike
   * `takePublic`, also serves a full account.
   */
  takeView(request: PublicRequest, bytes = 0): Refusal | undefined {
    const refusal = this.publicRefusal(request, bytes);
    if (refusal) return refusal;
    for (const { budget, keys, amount } of this.#usesOf(request, bytes))
      budget.take(keys, this.#runtime.clock.elapsed(), amount);
    return undefined;
  }

  /** Returns the refusal that a public request would get, or undefined. Doesn't count the request. */
  publicRefusal(request: PublicRequest, bytes: number): Refusal | undefined {
    for (const { quota, budget, keys, amount } of this.#usesOf(request, bytes)) {
      const waitMs = budget.waitMs(keys, this.#runtime.clock.elapsed(), amount);
      if (waitMs > 0) return this.#rateRefusal(request.accountId, quota, waitMs);
    }
    return undefined;
  }

  #usesOf({ kind, accountId, incoming }: PublicRequest, bytes: number) {
    const { public_per_minute: requests, public_mib_per_day: mib } = this.quotasOf(accountId);
    const key = `${kind}:${accountId}`;
    const client = incoming ? this.#clients.clientOf(incoming) : '';
    const keysOf = (limit: number, clientLimit: number): readonly BudgetKey[] => [
      { key, limit },
      ...clientKeys(client, clientLimit, key),
    ];
    const requestKeys = keysOf(requests, Math.ceil(requests / MIN_CLIENTS));
    const byteKeys = keysOf(mib * BYTES_PER_MIB, Math.ceil(mib / MIN_CLIENTS) * BYTES_PER_MIB);
    return [
      { quota: 'public_per_minute', budget: this.#requests, keys: requestKeys, amount: 1 },
      { quota: 'public_mib_per_day', budget: this.#bytes, keys: byteKeys, amount: bytes },
    ] as const;
  }

  async usageOf(accountId: string): Promise<AccountUsage> {
    const count = this.#countOf(accountId);
    await count.ready;
    return count;
  }

  async #refusalIfFull(accountId: string, addsSessions: boolean): Promise<Refusal | undefined> {
    return (await this.#findRefusal(accountId, addsSessions))?.();
  }

  /**
   * Returns undefined at once if the account isn't full by the latest count. Otherwise counts the account
   * again. If it is full, resolves to a function that builds the refusal and counts it in `refusals`.
   */
  #findRefusal(accountId: string, addsSessions: boolean): Promise<(() => Refusal) | undefined> | undefined {
    const quotas = this.quotasOf(accountId);
    const refusalBuilderFor = ({ sessions, bytes }: AccountUsage) => {
      if (bytes >= quotas.stored_mib * BYTES_PER_MIB) return () => this.#fullRefusal(accountId, 'stored_mib');
      if (this.#hasLargeShareOfMemory(bytes))
        return () =>
          this.#buildRefusal('stored_mib', message('problem.quota.memory'), MAX_REFUSAL_COUNT_AGE_MS);
      return addsSessions && sessions >= quotas.sessions
        ? () => this.#fullRefusal(accountId, 'sessions')
        : undefined;
    };
    if (!refusalBuilderFor(this.#countOf(accountId))) return undefined;
    const count = this.#countOf(accountId, MAX_REFUSAL_COUNT_AGE_MS);
    return count.ready.then(() => refusalBuilderFor(count));
  }

  #countOf(accountId: string, maxAgeMs = COUNT_EVERY_MS): AccountCount {
    const now = this.#runtime.clock.elapsed();
    const count = this.#counts.get(accountId) ?? this.#startCount(accountId);
    if (now - count.countedAt < maxAgeMs) return count;
    count.countedAt = now;
    count.ready = this.#countQueue
      .run(() => this.#read(accountId), accountId)
      .then((usage) => Object.assign(count, usage))
      // Ignores a failed count, because the next count tries again.
      .catch(() => {});
    return count;
  }

  /**
   * Also reads the account's quotas: a request without a credential loads no account record, and would miss
   * changed quotas.
   */
  async #read(accountId: string): Promise<AccountUsage> {
    const { store } = this.#runtime;
    const [usage, account] = await Promise.all([store.usageOf(accountId), store.get('account', accountId)]);
    if (account) this.rememberQuotas(account);
    return usage;
  }

  #startCount(accountId: string): AccountCount {
    if (this.#counts.size >= MAX_ACCOUNTS) this.#counts.clear();
    const count = { sessions: 0, bytes: 0, countedAt: Number.NEGATIVE_INFINITY, ready: Promise.resolve() };
    this.#counts.set(accountId, count);
    return count;
  }

  /** Returns true if memory is short and the account stores at least the average amount. */
  #hasLargeShareOfMemory(bytes: number): boolean {
    // PostgreSQL keeps the records outside this process, so they use none of its memory.
    if (this.#runtime.store.peers) return false;
    const { used_heap_size: usedBytes, heap_size_limit: heapLimit } = getHeapStatistics();
    if (usedBytes < heapLimit * sharedLimits.memory_percent.all * 0.01) return false;
    let totalBytes = 0;
    for (const count of this.#counts.values()) totalBytes += count.bytes;
    return bytes * this.#counts.size >= totalBytes;
  }

  /** Sends no `Retry-After`, because waiting frees no space. */
  #fullRefusal(accountId: string, quota: QuotaName): Refusal {
    const limit = this.quotasOf(accountId)[quota];
    const days = this.#runtime.retentionMs / DAY_MS;
    return this.#buildRefusal(quota, message('problem.quota.full', { quota, limit, days }));
  }

  #rateRefusal(accountId: string, quota: QuotaName, waitMs: number): Refusal {
    const limit = this.quotasOf(accountId)[quota];
    return this.#buildRefusal(quota, message('problem.quota.public', { quota, limit }), waitMs);
  }

  #buildRefusal(quota: QuotaName, why: Message<KeyOf<'problem'>>, waitMs?: number): Refusal {
    this.refusals.set(quota, (this.refusals.get(quota) ?? 0) + 1);
    const headers = waitMs === undefined ? {} : { headers: retryAfter(waitMs) };
    return { status: 429, title: 'problem.title.over_quota', ...why, ...headers };
  }
}

function retryAfter(waitMs: number) {
  return { 'retry-after': String(Math.ceil(waitMs / 1000)) };
}
