import type { IncomingHttpHeaders } from 'node:http';
import type { Store } from '@svc-simulator/store/store.ts';
import { bearer, mayBeToken, tokenId } from '../http/credentials.ts';

/** What was wrong with how a token was sent, where it shows whose it is all the same. */
export type TokenFault = 'bare' | 'misplaced' | 'wrapped';

/** What a request without a good credential brought that looks like a token of this simulator. */
export interface SentToken {
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

/** The account of a token that was refused: revoked, over, of another kind, or sent in the wrong way; undefined when it is nobody's. */
export async function ownerOf({ token }: SentToken, store: Pick<Store, 'get'>): Promise<string | undefined> {
  return mayBeToken(token) ? (await store.get('token', tokenId(token)))?.accountId : undefined;
}
