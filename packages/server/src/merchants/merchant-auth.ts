import { accept, type Outcome, refuse } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import { bearer, tokenId, tokenNames } from '../http/credentials.ts';
import { unauthorized } from '../http/refusals.ts';
import type { Principal } from '../http/request-context.ts';
import type { AccessTokenEnds, AccessTokens } from './access-tokens.ts';

const wanted = 'the access token of the merchant login';

/**
 * Finds the merchant of an access token. 401 for a token that is missing, unknown, expired or of another kind; 403 for a
 * good one on the path of another merchant, existing or not (contract section 6). Paths without a merchant take that of the
 * token.
 */
export async function authenticateMerchant(
  { store, tokens }: { readonly store: Store; readonly tokens: AccessTokens },
  authorization: string | undefined,
  now: number,
  merchantId?: string,
): Promise<Outcome<Principal>> {
  if (!authorization) {
    return unauthorized(`The token is missing: send "Authorization: Bearer <token>" with ${wanted}.`);
  }
  const token = bearer(authorization);
  if (!token) return unauthorized('The Authorization header does not have the form "Bearer <token>".');
  const verified = await tokens.verify(token, now);
  if (verified.merchantId === null) return refusedToken(store, token, verified.fault);
  const merchant = await store.get('merchant', verified.merchantId);
  const account = merchant && (await store.get('account', merchant.accountId));
  if (!account) return unauthorized(`The token is unknown; this operation wants ${wanted}.`);
  if (hasEnded(verified.ends, account)) return endedToken;
  if (merchantId !== undefined && merchant.id !== merchantId.toLowerCase()) return forbidden;
  return accept({ account, merchant });
}

/** Whether a token has ended with the account's password, or a revocation, before its time. */
function hasEnded({ tokenEpoch = 0, revocations }: AccessTokenEnds, account: AccountRecord): boolean {
  return (
    tokenEpoch !== (account.tokenEpoch ?? 0) ||
    (revocations !== undefined && revocations !== (account.revocations ?? 0))
  );
}

const endedToken = unauthorized(
  'The token ended when the password was changed, or a token of the account was revoked; log in again.',
);

async function refusedToken(
  store: Store,
  token: string,
  fault: 'expired' | 'unknown',
): Promise<Outcome<never>> {
  if (fault === 'expired') return unauthorized('The token has expired; log in again.');
  const other = await store.get('token', tokenId(token));
  return unauthorized(
    other
      ? `The token is of the wrong kind: this is ${tokenNames[other.kind]}, and this operation wants ${wanted}.`
      : `The token is unknown; this operation wants ${wanted}.`,
  );
}

const forbidden = refuse({
  status: 403,
  title: 'Forbidden',
  detail: 'The token does not belong to the merchant of the path.',
});
