import type { IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import {
  addsToAccount,
  changesAccount,
  givesTokens,
  type Operation,
  operations,
  type QuotaName,
  type Quotas,
  type Refusal,
} from '@svc-simulator/contract';
import { RETENTION_MS } from '@svc-simulator/core';
import type { Change, Usage } from '@svc-simulator/store/store.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import type { Runtime } from '../../runtime.ts';
import type { ClientAddresses } from './client-addresses.ts';
import { ClientPaces } from './client-paces.ts';
import { type Pace, PacedKeys } from './paced-keys.ts';
import { sharedLimits } from './shared-limits.ts';
import { Turns } from './turns.ts';

const MIB = 2 ** 20;
const DAY_MS = 86_400_000;
/** Counting reads everything of an account, so what happens in between is added up. */
const COUNT_EVERY_MS = 600_000;
/** Nobody is refused by a count that is older than this. */
const COUNT_FULL_EVERY_MS = 60_000;
/** Accounts whose counts are at hand. */
const MOST_ACCOUNTS = 10_000;

/** Operations that store something for the account that calls them. */
const adding = new Set(operations.filter(addsToAccount).map(({ id }) => id));
const changing = new Set(operations.filter(changesAccount).map(({ id }) => id));
/** What a full account still does leaves events, of which so many are no more than retention takes away. */
const CHANGES: Pace = { burst: 60, everyMs: 6000 };
const addingSessions = new Set([
  'createButtonSession',
  'createRequestSession',
  'createRequestBatch',
  'loadSnapshot',
]);

/** So many clients it takes at least to use up what an account is asked without a credential. */
const CLIENTS = 4;

/** What anybody can ask of an account; each is counted apart. */
export interface PublicRequest {
  readonly what: 'receiver' | 'payment' | 'page';
  readonly accountId: string;
  readonly incoming: IncomingMessage | undefined;
}

interface Counted {
  sessions: number;
  bytes: number;
  countedAt: number;
  /** Resolves when it has been counted, or could not be. */
  ready: Promise<unknown>;
}

interface SharedKeys {
  readonly all: string;
  readonly client: string;
}

/** What may be done within a time by all together, and of that by each client. */
class SharedPace {
  readonly #all: PacedKeys;
  readonly #share: ClientPaces;

  constructor(most: number, share: number, withinMs: number) {
    this.#all = new PacedKeys({ burst: most, everyMs: withinMs / most });
    this.#share = new ClientPaces({ burst: share, everyMs: withinMs / share });
  }

  waitMs({ all, client }: SharedKeys, now: number, amount = 1): number {
    return Math.max(this.#all.waitMs(all, now, amount), this.#share.waitMs(client, now, all, amount));
  }

  take({ all, client }: SharedKeys, now: number, amount = 1): void {
    this.#all.take(all, now, amount);
    this.#share.take(client, now, all, amount);
  }
}

/**
 * Keeps the accounts of a hosted simulator within their quotas, so that none takes the room of all. What an account has
 * stored is counted now and then, and what this instance stores is added in between: a quota may be passed by what the
 * others store meanwhile.
 */
export class AccountQuotas {
  readonly quotas: Quotas;
  /** How often something was refused. */
  readonly refusals = new Map<QuotaName, number>();
  readonly #runtime: Pick<Runtime, 'clock' | 'store'>;
  readonly #counted = new Map<string, Counted>();
  readonly #clients: Pick<ClientAddresses, 'clientOf'>;
  readonly #requests: SharedPace;
  readonly #bytes: SharedPace;
  readonly #grants: PacedKeys;
  readonly #changes = new PacedKeys(CHANGES);
  readonly #counting = new Turns(sharedLimits.counts_at_once.all);

  constructor(
    quotas: Quotas,
    runtime: Pick<Runtime, 'clock' | 'store'>,
    clients: Pick<ClientAddresses, 'clientOf'>,
  ) {
    this.quotas = quotas;
    this.#runtime = runtime;
    this.#clients = clients;
    const { public_per_minute: requests, public_mib_per_day: mib } = quotas;
    this.#requests = new SharedPace(requests, Math.ceil(requests / CLIENTS), 60_000);
    this.#bytes = new SharedPace(mib * MIB, Math.ceil(mib / CLIENTS) * MIB, DAY_MS);
    this.#grants = new PacedKeys({ burst: requests, everyMs: 60_000 / requests });
    runtime.store.trace.subscribe(null, ({ accountId, type, json }) => {
      const counted = this.#counted.get(accountId);
      if (!counted) return;
      counted.bytes += json.length;
      if (type === 'session.created') counted.sessions++;
      else if (type === 'control.reset' || type === 'account.deleted') this.#counted.delete(accountId);
    });
  }

  /** Adds what a commit has stored, which what it replaced is not taken from: whoever would be refused is counted anew. */
  readonly stored = (accountId: string, { puts = [] }: Pick<Change<unknown>, 'puts'>): void => {
    const counted = this.#counted.get(accountId);
    if (counted) for (const { value } of puts) counted.bytes += Buffer.byteLength(JSON.stringify(value));
  };

  /** A refusal of an operation that would store more for an account that is full. */
  async refusalOf({ id }: Operation, accountId: string): Promise<Refusal | undefined> {
    if (givesTokens({ id })) return this.takeGrants(accountId);
    if (changing.has(id)) return this.takeChange(accountId);
    return adding.has(id) ? this.#fullness(accountId, addingSessions.has(id)) : undefined;
  }

  /** Returns whether an account may store more; of what it reads, no event is stored otherwise. */
  async hasRoom(accountId: string): Promise<boolean> {
    return (await this.#lackOf(accountId, false)) === undefined;
  }

  /** Notes events of accounts that have room for them. */
  noting(note: Runtime['note']): Runtime['note'] {
    return (accountId, event) => {
      const counting = this.#lackOf(accountId, false);
      if (counting) void counting.then((lack) => lack ?? note(accountId, event));
      else note(accountId, event);
    };
  }

  /** Counts something that leaves an event behind and takes no room otherwise; a refusal when a full account does it too often. */
  async takeChange(accountId: string): Promise<Refusal | undefined> {
    const refuse = await this.#lackOf(accountId, false);
    if (!refuse) return undefined;
    const waitMs = this.#changes.take(accountId, this.#runtime.clock.elapsed());
    return waitMs > 0 ? { ...refuse(), headers: retryAfter(waitMs) } : undefined;
  }

  /** Counts tokens that are stored for an account by a call that names none; a refusal when there are too many, or no room. */
  async takeTokens(accountId: string): Promise<Refusal | undefined> {
    return (await this.#fullness(accountId, false)) ?? this.takeGrants(accountId);
  }

  /** Counts tokens that are given out, also by an account that is full; a refusal when there are too many. */
  takeGrants(accountId: string, count = 1): Refusal | undefined {
    const waitMs = this.#grants.take(accountId, this.#runtime.clock.elapsed(), count);
    return waitMs > 0 ? this.#tooMany('public_per_minute', waitMs) : undefined;
  }

  /** Counts a request that anybody can make of an account, and the bytes that it brings; a refusal when there are too many. */
  async takePublic(request: PublicRequest, bytes = 0): Promise<Refusal | undefined> {
    const refusal = (await this.#fullness(request.accountId, false)) ?? this.publicRefusal(request, bytes);
    if (refusal) return refusal;
    this.#take(request, bytes);
    return undefined;
  }

  /** Counts a payment page of an account that is shown; a refusal when there are too many. */
  takeView(request: PublicRequest): Refusal | undefined {
    const refusal = this.publicRefusal(request, 0);
    if (!refusal) this.#take(request, 0);
    return refusal;
  }

  /** The refusal of such a request if it came now; nothing is counted. */
  publicRefusal(request: PublicRequest, bytes: number): Refusal | undefined {
    const now = this.#runtime.clock.elapsed();
    const keys = this.#keysOf(request);
    const requestsWaitMs = this.#requests.waitMs(keys, now);
    if (requestsWaitMs > 0) return this.#tooMany('public_per_minute', requestsWaitMs);
    const bytesWaitMs = this.#bytes.waitMs(keys, now, bytes);
    if (bytesWaitMs > 0) return this.#tooMany('public_mib_per_day', bytesWaitMs);
    return undefined;
  }

  #take(request: PublicRequest, bytes: number): void {
    const now = this.#runtime.clock.elapsed();
    const keys = this.#keysOf(request);
    this.#requests.take(keys, now);
    this.#bytes.take(keys, now, bytes);
  }

  #keysOf({ what, accountId, incoming }: PublicRequest): SharedKeys {
    return { all: `${what}:${accountId}`, client: incoming ? this.#clients.clientOf(incoming) : '' };
  }

  /** What an account has stored, as it is known here. */
  async usageOf(accountId: string): Promise<Usage> {
    const counted = this.#of(accountId);
    await counted.ready;
    return counted;
  }

  async #fullness(accountId: string, addsSessions: boolean): Promise<Refusal | undefined> {
    return (await this.#lackOf(accountId, addsSessions))?.();
  }

  /** Finds out what an account has no room for, and returns how to refuse it; undefined at once if it has room by the latest count. */
  #lackOf(accountId: string, addsSessions: boolean): Promise<(() => Refusal) | undefined> | undefined {
    const { quotas } = this;
    const lackIn = ({ sessions, bytes }: Usage) => {
      if (bytes >= quotas.stored_mib * MIB) return () => this.#full('stored_mib');
      if (this.#isTooMuch(bytes)) return () => this.#noRoom();
      return addsSessions && sessions >= quotas.sessions ? () => this.#full('sessions') : undefined;
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
      .take(() => this.#runtime.store.usageOf(accountId), accountId)
      .then((usage) => Object.assign(counted, usage))
      // A store that does not answer is asked again later.
      .catch(() => {});
    return counted;
  }

  #begin(accountId: string): Counted {
    if (this.#counted.size >= MOST_ACCOUNTS) this.#counted.clear();
    const counted = { sessions: 0, bytes: 0, countedAt: Number.NEGATIVE_INFINITY, ready: Promise.resolve() };
    this.#counted.set(accountId, counted);
    return counted;
  }

  /** The process has little memory left for records, and the account has no less of them than others have on average. */
  #isTooMuch(bytes: number): boolean {
    // PostgreSQL keeps them elsewhere.
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

  /** No time to wait is named: a minute helps nobody who has to make room. */
  #full(quota: QuotaName): Refusal {
    const full = { quota, limit: this.quotas[quota], days: RETENTION_MS / DAY_MS };
    return this.#refuse(quota, message('problem.quota.full', full));
  }

  #tooMany(quota: QuotaName, waitMs: number): Refusal {
    const limit = this.quotas[quota];
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
