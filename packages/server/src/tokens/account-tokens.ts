import { hash } from 'node:crypto';
import type { Auth, Outcome } from '@svc-simulator/contract';
import { accept, isOneOf, LAST_USE_PRECISION_MS, revocableKinds } from '@svc-simulator/contract';
import {
  type AccountRecord,
  isoOf,
  type TokenKind,
  type TokenRecord,
  tokenEndOf,
  tokenHint,
} from '@svc-simulator/core';
import { type Put, put, ref, type Store } from '@svc-simulator/store/store.ts';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import { unauthorized } from '../refusals.ts';

/**
 * Returns the stored id of a token: a digest, so that the duration of a lookup reveals nothing about existing
 * tokens.
 */
export const tokenId = (token: string) => hash('sha256', token, 'hex');

/** A token's account, its parent (`madeWith`), and the account's `tokenEpoch` at its creation. */
export type TokenOrigin = Pick<TokenRecord, 'accountId' | 'madeWith' | 'tokenEpoch'>;

export function newToken(origin: TokenOrigin, kind: TokenKind, token: string, now: number): Put {
  const record: TokenRecord = { ...origin, kind, createdAt: now };
  const isListed = isRevocable(record) || origin.madeWith !== undefined;
  return put('token', tokenId(token), isListed ? withListing(record, token, now) : record);
}

export function isAccountKey({ key }: AccountRecord, { listed, createdAt }: TokenRecord): boolean {
  return key.tokenHint === listed?.hint && key.createdAt === createdAt;
}

function isRevocable({ kind }: TokenRecord): boolean {
  return isOneOf(revocableKinds, kind);
}

function withListing(record: TokenRecord, token: string, usedAt: number): TokenRecord {
  return { ...record, listed: { id: tokenId(token), hint: tokenHint(token), usedAt } };
}

/**
 * Records the use of a token at most once a minute, without waiting. Lists are in the order of creation. So
 * the record is deleted and created again, and lists show the latest used token first.
 */
export function recordUse(store: Store, record: TokenRecord, token: string, now: number): void {
  if (!isRevocable(record) || !isUseOutdated(record, now)) return;
  const tokenRef = ref('token', tokenId(token));
  store
    .transact({ account: record.accountId, lock: [tokenRef] }, (view) => {
      const current = view.get('token', tokenRef.id);
      if (!current || !isUseOutdated(current, now)) return { result: undefined };
      return {
        result: undefined,
        deletes: [tokenRef],
        puts: [put('token', tokenRef.id, withListing(current, token, now))],
      };
    })
    // Failures are ignored, because the request itself fails and reports it if the store fails.
    .catch(() => {});
}

function isUseOutdated({ listed, revokedAt }: TokenRecord, now: number): boolean {
  return revokedAt === undefined && (listed?.usedAt ?? 0) + LAST_USE_PRECISION_MS <= now;
}

/**
 * Finds the account of the bearer token that an operation requires. `now` is the machine's time. A request
 * without a valid token gets a 401 that names the fault: missing, unknown, expired, revoked or wrong kind
 * (contract section 1).
 */
export async function accountOfToken(
  store: Store,
  auth: Extract<Auth, 'api' | 'console'>,
  authorization: string | undefined,
  now: number,
): Promise<Outcome<{ readonly account: AccountRecord; readonly token: TokenRecord }>> {
  if (!authorization)
    return unauthorized(message('problem.token.missing', { wanted: message(`problem.wanted.${auth}`) }));
  const token = bearer(authorization);
  if (!token) return unauthorized(message('problem.token.not_bearer'));
  // A refusal costs one lookup, or none if the token can't be the simulator's.
  const record = mayBeToken(token) ? await store.get('token', tokenId(token)) : undefined;
  if (!record || record.revokedAt !== undefined || record.kind !== auth)
    return unauthorized(faultOf(record, auth, token));
  recordUse(store, record, token, now);
  if (!(await isValidToken(store, record, now))) return exchangedTokenEndedRefusal;
  const account = await store.get('account', record.accountId);
  if (!account) return unauthorized(message('problem.token.unknown'));
  return isOfPassword(record, account) ? accept({ account, token: record }) : endedWithPasswordRefusal;
}

/** Returns true if a token has neither expired nor been revoked. It ends with its grantor (`grantedBy`). */
export async function isValidToken(store: Store, token: TokenRecord, now: number): Promise<boolean> {
  const { revokedAt, grantedBy } = token;
  if (revokedAt !== undefined || (tokenEndOf(token) ?? Number.POSITIVE_INFINITY) <= now) return false;
  if (grantedBy === undefined) return true;
  const grantor = await store.get('token', grantedBy);
  return grantor !== undefined && isValidToken(store, grantor, now);
}

/** Returns true if no password change has ended the token. */
export function isOfPassword(token: TokenRecord, account: AccountRecord): boolean {
  return token.kind === 'browser' || token.kind === 'link'
    ? token.passwordEpoch === account.passwordEpoch
    : (token.tokenEpoch ?? 0) === (account.tokenEpoch ?? 0);
}

export const endedWithPasswordRefusal = unauthorized(message('problem.token.revoked_by_password_change'));

const exchangedTokenEndedRefusal = unauthorized(message('problem.token.exchanged_token_expired'));

function faultOf(
  record: TokenRecord | undefined,
  auth: 'api' | 'console',
  token: string,
): Message<KeyOf<'problem'>> {
  const requirement = message(`problem.wanted.${auth}`);
  if (record?.revokedAt !== undefined) return revocationMessage(record.revokedAt);
  if (record)
    return message('problem.token.wrong_kind', {
      given: message(`problem.given.${record.kind}`),
      wanted: requirement,
    });
  if (/^["'`]|["'`]$/.test(token)) return message('problem.token.quoted', { wanted: requirement });
  if (token.startsWith('whsec_')) return message('problem.token.webhook_secret', { wanted: requirement });
  if (looksLikeJwt(token)) return message('problem.token.merchant_token', { wanted: requirement });
  return message(
    auth === 'console' ? 'problem.token.unknown_console' : 'problem.token.unknown_for_operation',
    { wanted: requirement },
  );
}

export function revocationMessage(at: number): Message<'problem.token.revoked'> {
  return message('problem.token.revoked', { at: isoOf(at) });
}

export function bearer(authorization = ''): string {
  return authorization.slice(0, 7).toLowerCase() === 'bearer ' ? authorization.slice(7).trim() : '';
}

/** Far more than the length of the simulator's tokens (about 48 characters). */
const MAX_TOKEN_CHARACTERS = 200;

/** Returns false for texts that are longer than any token, so that they are neither hashed nor looked up. */
export function mayBeToken(token: string): boolean {
  return token.length <= MAX_TOKEN_CHARACTERS;
}

function looksLikeJwt(token: string): boolean {
  return token.startsWith('eyJ') && token.split('.').length === 3;
}
