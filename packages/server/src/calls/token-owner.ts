import type { IncomingHttpHeaders } from 'node:http';
import type { Store } from '@svc-simulator/store/store.ts';
import type { KnownAccounts } from '../accounts/known-accounts.ts';
import { bearer, tokenId } from '../http/credentials.ts';

/** What was wrong with how a token was sent, where it shows whose it is all the same. */
export type TokenFault = 'almost' | 'bare' | 'misplaced' | 'wrapped';

/** What a request without a good credential brought that looks like a token of this simulator. */
export interface SentToken {
  readonly token: string;
  readonly fault: TokenFault | undefined;
}

/** Whose call it was, and what was wrong with how its token was sent. */
export interface Owner {
  readonly accountId: string;
  readonly tokenFault: TokenFault | undefined;
}

const TOKEN = /sim_(?:api|con|ref)_[\w-]{4,64}/i;
/** Where programs put a token that belongs into `Authorization`. */
const ELSEWHERE = /token|key|auth/;
/** Without its prefix a token has 32 characters; so many that are the same at its ends are no chance. */
const ENOUGH = 6;
const PREFIX = 'sim_api_'.length;
const MOST_REMEMBERED = 1000;

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
  return { token, fault: borne === undefined ? 'bare' : borne === token ? undefined : 'wrapped' };
}

/** Finds the account of a token that was refused: revoked, over, of another kind, sent in the wrong way, or almost a good one. */
export class TokenOwners {
  /** The last `Authorization` of each account that was good, or its token, by its account. */
  readonly #good = new Map<string, string>();

  /** This opens the account. The newest so many are remembered. */
  wasGood(accountId: string, authorization: string | undefined): void {
    if (authorization === undefined || this.#good.get(accountId) === authorization) return;
    this.#good.delete(accountId);
    this.#good.set(accountId, authorization);
    if (this.#good.size <= MOST_REMEMBERED) return;
    for (const [oldest] of this.#good) {
      this.#good.delete(oldest);
      break;
    }
  }

  /** Undefined when it resembles nobody's. */
  async ownerOf(
    { token, fault }: SentToken,
    { store, known }: { readonly store: Store; readonly known: KnownAccounts },
  ): Promise<Owner | undefined> {
    const record = await store.get('token', tokenId(token));
    if (record) return { accountId: record.accountId, tokenFault: fault };
    for (const tokens of [this.#good, known.tokens()])
      for (const [accountId, good] of tokens)
        if (isAlmost(token, bearer(good) ?? good)) return { accountId, tokenFault: 'almost' };
    return undefined;
  }
}

/**
 * Whether a token is another one with a mistake: cut off at an end, with a typing error, in other letters. It begins and ends
 * with so many of the same characters that it cannot be by chance.
 */
export function isAlmost(sent: string, good: string): boolean {
  const [one, other] = [sent.toLowerCase(), good.toLowerCase()];
  const most = Math.min(one.length, other.length);
  let begin = 0;
  while (begin < most && one[begin] === other[begin]) begin++;
  let end = 0;
  while (end < most - begin && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return Math.max(0, begin - PREFIX) + end >= ENOUGH;
}
