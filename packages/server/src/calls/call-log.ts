import type { IncomingHttpHeaders } from 'node:http';
import { type ByFilter, callsKept, isWantedOf, type Refusal, type Tool } from '@svc-simulator/contract';
import { type Clock, terminalKey } from '@svc-simulator/core';
import { PAGE_BYTES, type Page, type Store } from '@svc-simulator/store/store.ts';
import { bearer, mayBeToken, tokenId } from '../http/credentials.ts';
import { sharedLimits } from '../http/limits/shared-limits.ts';
import type { Sought } from '../lists/filtered-page.ts';
import { type Hidden, type KeptText, maskedText, shownText } from './masking.ts';

/** One API call; secrets are in it as they were sent, and leave it masked (`presented-call.ts`). */
export interface Call {
  /** Increasing, also over a restart; the log gives it. */
  id: number;
  /** Bytes that it counts for, by the log. */
  size: number;
  /** When it came: milliseconds of the machine's clock. */
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly operation: string | undefined;
  readonly status: number;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly userAgent: string | undefined;
  /** Of the page in a browser that made it. */
  readonly origin?: string | undefined;
  /** The tool of ours that made it. */
  readonly by?: Tool | undefined;
  readonly request: KeptText | undefined;
  readonly response: KeptText | undefined;
  /** Why it was refused, with its first faults. */
  readonly refusal?: Refusal | undefined;
  readonly tokenFault?: TokenFault | undefined;
  /** Secrets of the account that no form tells. */
  readonly hidden?: Hidden | undefined;
}

export interface CallQuery {
  readonly onlyErrors?: boolean | undefined;
  readonly status?: number | undefined;
  readonly operation?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Default: all. */
  readonly by?: ByFilter | undefined;
  readonly sought?: Sought | undefined;
  /** Milliseconds, inclusive. */
  readonly since?: number | undefined;
  /** Only calls with a greater id (`asc`), or a smaller one (`desc`). */
  readonly after?: number | undefined;
  readonly limit: number;
  readonly maxBytes?: number;
  /** Characters to look through before the page ends where it is; default: all. */
  readonly mostLooked?: number;
  readonly order: 'asc' | 'desc';
}

/** The key under which the log has the refused calls that name no account. */
export const NOBODY = '';

/** Bytes of one account's calls, and of all together. */
const ACCOUNT_LIMIT = 8 * 2 ** 20;
const TOTAL_LIMIT = sharedLimits.logged_calls_mib.all * 2 ** 20;
/** What a call takes beside its texts, roughly. */
const OVERHEAD = 400;
const AGE_MS = callsKept.days * 86_400_000;
const IDS_PER_MS = 1000;
const nobody: readonly Listener[] = [];

type Listener = (call: Call) => void;

/** The latest calls of one account. */
interface Ring {
  /** Oldest first. */
  readonly calls: Call[];
  size: number;
}

/**
 * The latest API calls of each account, in memory: newest 2000, 7 days, 8 MiB of an account. All together have 64 MiB:
 * the account with most of them gives way.
 */
export class CallLog {
  readonly #clock: Clock;
  readonly #memoryOf: (text: string) => number;
  readonly #rings = new Map<string, Ring>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #size = 0;
  #lastId: number;

  /** `memoryOf`: what a text counts for; hosted, what it takes, which a local simulator need not find out for each call. */
  constructor(clock: Clock, memoryOf: (text: string) => number = ({ length }) => length) {
    this.#clock = clock;
    this.#memoryOf = memoryOf;
    this.#lastId = clock.now() * IDS_PER_MS;
  }

  /** The id of the newest call of all. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Keeps a call, and answers the id that it has here. */
  add(accountId: string, call: Call): number {
    const ring = this.#rings.get(accountId) ?? { calls: [], size: 0 };
    if (ring.calls.length === 0) this.#rings.set(accountId, ring);
    call.id = ++this.#lastId;
    call.size = this.#sizeOf(call);
    ring.calls.push(call);
    this.#grow(ring, call.size);
    const begin = call.at - AGE_MS;
    for (let oldest = ring.calls[0]; oldest && oldest !== call; oldest = ring.calls[0]) {
      const isOver = ring.calls.length > callsKept.calls || ring.size > ACCOUNT_LIMIT;
      if (!isOver && oldest.at >= begin) break;
      ring.calls.shift();
      this.#grow(ring, -oldest.size);
    }
    while (this.#size > TOTAL_LIMIT) this.#shrinkLargest();
    for (const listener of this.#listeners.get(accountId) ?? nobody) listener(call);
    return call.id;
  }

  /** `nextCursor` is the id of the page's last call, as `after` of the next page wants it. */
  page(accountId: string, query: CallQuery): Page<Call> {
    const { order, limit, maxBytes = PAGE_BYTES, mostLooked = Number.POSITIVE_INFINITY } = query;
    const calls = this.#rings.get(accountId)?.calls ?? [];
    const begin = this.#clock.now() - AGE_MS;
    const items: Call[] = [];
    let bytes = 0;
    let looked = 0;
    let last: Call | undefined;
    for (let at = 0; at < calls.length; at++) {
      const call = calls[order === 'asc' ? at : calls.length - 1 - at];
      if (last && looked >= mostLooked) return { items, nextCursor: String(last.id) };
      last = call;
      if (call && isAfter(call, query)) looked += call.size;
      if (!call || call.at < begin || !fits(call, query)) continue;
      if (items.length === limit || bytes >= maxBytes) return { items, nextCursor: String(items.at(-1)?.id) };
      items.push(call);
      bytes += call.size;
    }
    return { items, nextCursor: null };
  }

  /** How many of an account's calls are such. */
  count(accountId: string, isSuch: (call: Call) => boolean): number {
    return this.#rings.get(accountId)?.calls.filter(isSuch).length ?? 0;
  }

  get(accountId: string, id: number): Call | undefined {
    return this.page(accountId, { order: 'asc', after: id - 1, limit: 1 }).items.find(
      (call) => call.id === id,
    );
  }

  /** Calls `listener` with each call of the account, after it was added. */
  subscribe(accountId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(accountId) ?? new Set();
    this.#listeners.set(accountId, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(accountId) === listeners)
        this.#listeners.delete(accountId);
    };
  }

  /** Drops the account's calls: it was reset or deleted. */
  forget(accountId: string): void {
    this.#size -= this.#rings.get(accountId)?.size ?? 0;
    this.#rings.delete(accountId);
  }

  /** Half of the largest goes, so that looking for it is rare. */
  #shrinkLargest(): void {
    const [first] = this.#rings.values();
    if (!first) return;
    let largest = first;
    for (const ring of this.#rings.values()) if (ring.size > largest.size) largest = ring;
    for (const call of largest.calls.splice(0, Math.ceil(largest.calls.length / 2)))
      this.#grow(largest, -call.size);
  }

  #grow(ring: Ring, size: number): void {
    ring.size += size;
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
    const headers = idempotencyKey.length + userAgent.length + origin.length + target.length;
    const answered = this.#memoryOf(response?.text ?? '');
    // What it was refused with takes about as much as its words.
    const bodies = this.#memoryOf(request?.text ?? '') + (refusal ? 2 * answered : answered);
    return OVERHEAD + headers + bodies;
  }
}

function isAfter({ id }: Call, { after, order }: CallQuery): boolean {
  return after === undefined || (order === 'asc' ? id > after : id < after);
}

function fits(call: Call, query: CallQuery): boolean {
  const { onlyErrors, status, operation, sessionId, requestId, by = 'all', sought, since } = query;
  if (!isAfter(call, query)) return false;
  if (onlyErrors && call.status < 400) return false;
  if (status !== undefined && call.status !== status) return false;
  if (operation !== undefined && call.operation !== operation) return false;
  if (requestId !== undefined && call.requestId !== requestId) return false;
  if (!isWantedOf(call.by, by)) return false;
  if (since !== undefined && call.at < since) return false;
  if (sought && !call.requestId.startsWith(sought.id) && !shows(call, (text) => sought.pattern.test(text)))
    return false;
  return sessionId === undefined || shows(call, (text) => text.includes(sessionId));
}

/** Whether it fits an address or a body as it is shown: nobody guesses a secret letter by letter. */
function shows({ target, request, response, hidden }: Call, fits: (text: string) => boolean): boolean {
  const body = (kept: KeptText | undefined) =>
    kept !== undefined && fits(kept.text) && fits(shownText(kept, hidden));
  return (fits(target) && fits(maskedText(target, hidden))) || body(request) || body(response);
}

/** What was wrong with how a token was sent, where it shows whose it is all the same. */
type TokenFault = 'bare' | 'misplaced' | 'wrapped';

/** What a request without a good credential brought that looks like a token of this simulator. */
interface SentToken {
  readonly token: string;
  readonly fault: TokenFault | undefined;
}

const TOKEN = /sim_(?:api|con|ref)_[\w-]{4,64}/i;
/** Where programs put a token that belongs into `Authorization`. */
const ELSEWHERE = /token|key|auth/;
/** The token in `Authorization`, however it is dressed, or in another header. */
export function sentTokenOf(headers: IncomingHttpHeaders): SentToken | undefined {
  const { authorization } = headers;
  if (authorization === undefined) {
    for (const [name, value] of Object.entries(headers)) {
      const token = ELSEWHERE.test(name) && typeof value === 'string' ? TOKEN.exec(value)?.[0] : undefined;
      if (token) return { token, fault: 'misplaced' };
    }
    return undefined;
  }
  const borne = bearer(authorization);
  const token = TOKEN.exec(authorization)?.[0] ?? borne;
  if (!token) return undefined;
  return { token, fault: borne === '' ? 'bare' : borne === token ? undefined : 'wrapped' };
}

/** The account of the terminal that a refused call names by its serial; undefined unless it is linked in exactly one (contract section 13). */
export async function accountOfTerminal(
  target: string,
  store: Pick<Store, 'get'>,
): Promise<string | undefined> {
  const [, segment] = /\/api\/v1\/pos-terminals\/([^/?]+)/.exec(target) ?? [];
  const serial = segment && decodedSegment(segment);
  if (!serial) return undefined;
  const linked: string[] = [];
  for (const accountId of (await store.get('serial', serial))?.accountIds ?? []) {
    const terminal = await store.get('terminal', terminalKey(accountId, serial));
    if (terminal?.secretKey && linked.push(accountId) > 1) return undefined;
  }
  return linked[0];
}

function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The account of a token that was refused: revoked, over, of another kind, or sent in the wrong way; undefined when it is nobody's. */
export async function ownerOf({ token }: SentToken, store: Pick<Store, 'get'>): Promise<string | undefined> {
  return mayBeToken(token) ? (await store.get('token', tokenId(token)))?.accountId : undefined;
}
