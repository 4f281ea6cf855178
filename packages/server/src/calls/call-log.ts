import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type ByFilter,
  callLogLimits,
  DAY_MS,
  matchesByFilter,
  type Refusal,
  type ToolKind,
} from '@svc-simulator/contract';
import { type Clock, decodePercent, terminalKey } from '@svc-simulator/core';
import { PAGE_BYTES, type Store, type StorePage } from '@svc-simulator/store/store.ts';
import { sharedLimits } from '../http/limits/limit-table.ts';
import type { ListSearch } from '../lists/filtered-page.ts';
import { bearer, mayBeToken, tokenId } from '../tokens/account-tokens.ts';
import { type ChosenSecrets, type LoggedText, maskBody, maskText } from './masking.ts';

/** An API call with its unmasked secrets; `present-call.ts` masks them. */
export interface Call {
  /** Set by the log. Ids increase, even after a restart. */
  id: number;
  /** Set by the log: bytes that the call counts toward the log's limits. */
  size: number;
  readonly receivedAt: number;
  readonly durationMs: number;
  readonly method: string;
  readonly target: string;
  readonly operation: string | undefined;
  readonly status: number;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly userAgent: string | undefined;
  readonly origin?: string | undefined;
  readonly by?: ToolKind | undefined;
  readonly request: LoggedText | undefined;
  readonly response: LoggedText | undefined;
  readonly refusal?: Refusal | undefined;
  readonly tokenFault?: TokenFault | undefined;
  /** Secrets that no pattern in `masking.ts` recognizes. */
  readonly chosenSecrets?: ChosenSecrets | undefined;
}

export interface CallQuery {
  readonly onlyErrors?: boolean | undefined;
  readonly status?: number | undefined;
  readonly operation?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly by?: ByFilter | undefined;
  readonly search?: ListSearch | undefined;
  /** Milliseconds since the epoch, inclusive. */
  readonly since?: number | undefined;
  /** Only calls whose id is greater than this (`asc`) or smaller (`desc`). */
  readonly after?: number | undefined;
  readonly limit: number;
  readonly maxBytes?: number;
  /**
   * Number of searched characters after which the page ends, even with fewer calls than `limit`. Default:
   * unlimited.
   */
  readonly maxCharacters?: number;
  readonly order: 'asc' | 'desc';
}

/** Refused calls that name no account are stored under this id. */
export const UNOWNED_ACCOUNT_ID = '';

const ACCOUNT_LIMIT_BYTES = 8 * 2 ** 20;
const TOTAL_LIMIT_BYTES = sharedLimits.logged_calls_mib.all * 2 ** 20;
const CALL_OVERHEAD_BYTES = 400;
const RETENTION_MS = callLogLimits.days * DAY_MS;
const IDS_PER_MS = 1000;

type CallListener = (call: Call) => void;

interface AccountCalls {
  readonly calls: Call[];
  size: number;
}

/**
 * The latest API calls of each account, in memory: up to 2000 calls, 7 days and 8 MiB. If all accounts
 * together exceed 64 MiB, the account with the most bytes loses its oldest calls.
 */
export class CallLog {
  readonly #clock: Clock;
  readonly #textBytes: (text: string) => number;
  readonly #accounts = new Map<string, AccountCalls>();
  /** Emits each new call under the id of its account. */
  readonly #newCalls = new EventEmitter().setMaxListeners(0);
  #size = 0;
  #lastId: number;

  /**
   * `textBytes` returns the memory that a text uses. A local simulator counts characters, which is faster.
   */
  constructor(clock: Clock, textBytes: (text: string) => number = ({ length }) => length) {
    this.#clock = clock;
    this.#textBytes = textBytes;
    this.#lastId = clock.now() * IDS_PER_MS;
  }

  get lastId(): number {
    return this.#lastId;
  }

  add(accountId: string, call: Call): number {
    const accountCalls = this.#accounts.get(accountId) ?? { calls: [], size: 0 };
    if (accountCalls.calls.length === 0) this.#accounts.set(accountId, accountCalls);
    call.id = ++this.#lastId;
    call.size = this.#sizeOf(call);
    accountCalls.calls.push(call);
    this.#addSize(accountCalls, call.size);
    const keptSince = call.receivedAt - RETENTION_MS;
    for (let oldest = accountCalls.calls[0]; oldest && oldest !== call; oldest = accountCalls.calls[0]) {
      const isOverLimit =
        accountCalls.calls.length > callLogLimits.calls || accountCalls.size > ACCOUNT_LIMIT_BYTES;
      if (!isOverLimit && oldest.receivedAt >= keptSince) break;
      accountCalls.calls.shift();
      this.#addSize(accountCalls, -oldest.size);
    }
    while (this.#size > TOTAL_LIMIT_BYTES) this.#shrinkLargest();
    this.#newCalls.emit(accountId, call);
    return call.id;
  }

  /** Returns a page of matching calls. `nextCursor` is the `after` of the next page. */
  page(accountId: string, query: CallQuery): StorePage<Call> {
    const { order, limit, maxBytes = PAGE_BYTES, maxCharacters = Number.POSITIVE_INFINITY } = query;
    const calls = this.#accounts.get(accountId)?.calls ?? [];
    const keptSince = this.#clock.now() - RETENTION_MS;
    const items: Call[] = [];
    let bytes = 0;
    let searchedCharacters = 0;
    let last: Call | undefined;
    for (let index = 0; index < calls.length; index++) {
      const call = calls[order === 'asc' ? index : calls.length - 1 - index];
      if (last && searchedCharacters >= maxCharacters) return { items, nextCursor: String(last.id) };
      last = call;
      if (call && isAfter(call, query)) searchedCharacters += call.size;
      if (!call || call.receivedAt < keptSince || !matchesQuery(call, query)) continue;
      if (items.length === limit || bytes >= maxBytes) return { items, nextCursor: String(items.at(-1)?.id) };
      items.push(call);
      bytes += call.size;
    }
    return { items, nextCursor: null };
  }

  count(accountId: string, predicate: (call: Call) => boolean): number {
    return this.#accounts.get(accountId)?.calls.filter(predicate).length ?? 0;
  }

  subscribe(accountId: string, listener: CallListener): () => void {
    this.#newCalls.on(accountId, listener);
    return () => this.#newCalls.off(accountId, listener);
  }

  forget(accountId: string): void {
    this.#size -= this.#accounts.get(accountId)?.size ?? 0;
    this.#accounts.delete(accountId);
  }

  /** Removes half of the largest account's calls, so that the search for the largest account is rare. */
  #shrinkLargest(): void {
    const [first] = this.#accounts.values();
    if (!first) return;
    let largest = first;
    for (const accountCalls of this.#accounts.values())
      if (accountCalls.size > largest.size) largest = accountCalls;
    for (const call of largest.calls.splice(0, Math.ceil(largest.calls.length / 2)))
      this.#addSize(largest, -call.size);
  }

  #addSize(accountCalls: AccountCalls, size: number): void {
    accountCalls.size += size;
    this.#size += size;
  }

  #sizeOf({
    target,
    idempotencyKey = '',
    userAgent = '',
    origin = '',
    request,
    response,
    refusal,
  }: Call): number {
    const headerBytes = idempotencyKey.length + userAgent.length + origin.length + target.length;
    const responseBytes = this.#textBytes(response?.text ?? '');
    // Counts the text of a refusal twice, because the refusal's parameters take about as much memory.
    const bodyBytes = this.#textBytes(request?.text ?? '') + (refusal ? 2 * responseBytes : responseBytes);
    return CALL_OVERHEAD_BYTES + headerBytes + bodyBytes;
  }
}

function isAfter({ id }: Call, { after, order }: CallQuery): boolean {
  return after === undefined || (order === 'asc' ? id > after : id < after);
}

function matchesQuery(call: Call, query: CallQuery): boolean {
  const { onlyErrors, status, operation, sessionId, requestId, by = 'all', search, since } = query;
  if (!isAfter(call, query)) return false;
  if (onlyErrors && call.status < 400) return false;
  if (status !== undefined && call.status !== status) return false;
  if (operation !== undefined && call.operation !== operation) return false;
  if (requestId !== undefined && call.requestId !== requestId) return false;
  if (!matchesByFilter(call.by, by)) return false;
  if (since !== undefined && call.receivedAt < since) return false;
  if (
    search &&
    !call.requestId.startsWith(search.id) &&
    !containsText(call, (text) => search.pattern.test(text))
  )
    return false;
  return sessionId === undefined || containsText(call, (text) => text.includes(sessionId));
}

/**
 * Requires a match in the masked text as well as in the stored text. A match inside a secret would let
 * somebody guess the secret letter by letter.
 */
function containsText(
  { target, request, response, chosenSecrets }: Call,
  matches: (text: string) => boolean,
): boolean {
  const bodyMatches = (content: LoggedText | undefined) =>
    content !== undefined && matches(content.text) && matches(maskBody(content, chosenSecrets));
  return (
    (matches(target) && matches(maskText(target, chosenSecrets))) ||
    bodyMatches(request) ||
    bodyMatches(response)
  );
}

/**
 * The mistake of a call whose token still identifies its account: without `Bearer` (`bare`), in another
 * header (`misplaced`), or inside other text (`wrapped`).
 */
type TokenFault = 'bare' | 'misplaced' | 'wrapped';

interface SentToken {
  readonly token: string;
  readonly fault: TokenFault | undefined;
}

const TOKEN_PATTERN = /sim_(?:api|con|ref)_[\w-]{4,64}/i;
/** Names of headers in which programs mistakenly send their token. */
const TOKEN_HEADER = /token|key|auth/;
export function findSentToken(headers: IncomingHttpHeaders): SentToken | undefined {
  const { authorization } = headers;
  if (authorization === undefined) {
    for (const [name, value] of Object.entries(headers)) {
      const token =
        TOKEN_HEADER.test(name) && typeof value === 'string' ? TOKEN_PATTERN.exec(value)?.[0] : undefined;
      if (token) return { token, fault: 'misplaced' };
    }
    return undefined;
  }
  const bearerToken = bearer(authorization);
  const token = TOKEN_PATTERN.exec(authorization)?.[0] ?? bearerToken;
  if (!token) return undefined;
  return { token, fault: bearerToken === '' ? 'bare' : bearerToken === token ? undefined : 'wrapped' };
}

/**
 * Returns the account of the terminal that a refused call's path names. Returns undefined if no account or
 * several accounts have linked a terminal with this serial (contract section 13).
 */
export async function accountOfTerminal(
  target: string,
  store: Pick<Store, 'get'>,
): Promise<string | undefined> {
  const [, segment] = /\/api\/v1\/pos-terminals\/([^/?]+)/.exec(target) ?? [];
  const serial = segment && decodePercent(segment);
  if (!serial) return undefined;
  const ownerIds: string[] = [];
  for (const accountId of (await store.get('serial', serial))?.accountIds ?? []) {
    const terminal = await store.get('terminal', terminalKey(accountId, serial));
    if (terminal?.secretKey && ownerIds.push(accountId) > 1) return undefined;
  }
  return ownerIds[0];
}

/**
 * Returns the account of a token that was refused, for example because it was revoked or sent wrongly;
 * undefined for an unknown token.
 */
export async function ownerOfToken(
  { token }: SentToken,
  store: Pick<Store, 'get'>,
): Promise<string | undefined> {
  return mayBeToken(token) ? (await store.get('token', tokenId(token)))?.accountId : undefined;
}
