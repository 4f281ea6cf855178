import { hash } from 'node:crypto';
import type { Auth, Outcome } from '@svc-simulator/contract';
import { accept } from '@svc-simulator/contract';
import {
  type AccountRecord,
  remembering,
  type TokenKind,
  type TokenRecord,
  tokenEndOf,
} from '@svc-simulator/core';
import { after, type MaybePromise } from '../maybe-promise.ts';
import type { Store } from '../store/store.ts';
import { unauthorized } from './refusals.ts';

/**
 * The id under which a token is stored. Looking up a digest in the store tells nothing of the token by its timing, nor does
 * looking it up among those that came last: a client that has none of them finds none.
 */
export const tokenId = remembering(1000, (token: string) => hash('sha256', token, 'hex'));

const wanted: Record<'api' | 'console', string> = {
  api: 'the API token (sim_api_…)',
  console: 'the console token (sim_con_…)',
};

/** What a token of each kind is called. */
export const tokenNames: Record<TokenKind, string> = {
  api: 'an API token',
  console: 'a console token',
  refresh: 'a refresh token',
  browser: 'a browser’s log-in',
};

/**
 * Finds the account of the bearer token that an operation wants; `now` is the machine's time. 401 says whether the token is
 * missing, unknown, over or of the wrong kind (contract section 1).
 */
export function authenticate(
  store: Store,
  auth: Extract<Auth, 'api' | 'console'>,
  authorization: string | undefined,
  now: number,
): MaybePromise<Outcome<AccountRecord>> {
  if (!authorization) {
    return unauthorized(`The token is missing: send "Authorization: Bearer <token>" with ${wanted[auth]}.`);
  }
  const token = bearer(authorization);
  if (!token) return unauthorized('The Authorization header does not have the form "Bearer <token>".');
  return after(store.get('token', tokenId(token)), (record) => {
    const fault = faultOf(record, auth, token);
    if (fault !== undefined) return unauthorized(fault);
    const { accountId, grantedBy } = record as TokenRecord;
    const holder = () =>
      after(store.get('account', accountId), (account) =>
        account ? accept(account) : unauthorized('The token is unknown.'),
      );
    if (grantedBy === undefined) return holder();
    // By the clock, not by whether the sweep has come.
    if ((tokenEndOf(record as TokenRecord) ?? 0) <= now) return exchangedTokenOver;
    return after(store.get('token', grantedBy), (grant) => (grant ? holder() : exchangedTokenOver));
  });
}

const exchangedTokenOver = unauthorized(
  'The console token is over: it was exchanged for an API token, and such a one lives for 15 minutes. POST /console/token with the API token gives another one.',
);

function faultOf(
  record: TokenRecord | undefined,
  auth: Extract<Auth, 'api' | 'console'>,
  token: string,
): string | undefined {
  if (record?.kind === auth) return undefined;
  if (record)
    return `The token is of the wrong kind: this is ${tokenNames[record.kind]}, and this operation wants ${wanted[auth]}.`;
  return looksLikeJwt(token)
    ? `The token is of the wrong kind: it looks like a merchant's access token, and this operation wants ${wanted[auth]}.`
    : `The token is unknown; this operation wants ${wanted[auth]}.`;
}

/** The token of an `Authorization: Bearer …` header. */
export function bearer(authorization: string): string | undefined {
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined;
  return authorization.slice(7).trim() || undefined;
}

function looksLikeJwt(token: string): boolean {
  return token.startsWith('eyJ') && token.split('.').length === 3;
}
