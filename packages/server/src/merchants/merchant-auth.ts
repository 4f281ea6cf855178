import { accept, type Outcome } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { Principal } from '../input.ts';
import { refuseWith, unauthorized } from '../refusals.ts';
import { bearer, tokenId } from '../tokens/account-tokens.ts';
import type { AccessTokenBinding, AccessTokens } from './access-tokens.ts';

const merchantTokenText = message('problem.wanted.merchant');

/**
 * Finds the merchant of an access token (contract section 6). 401 if the token is missing, unknown, expired
 * or of another kind; 403 if the path names another merchant.
 */
export async function authenticateMerchant(
  { store, tokens }: { readonly store: Store; readonly tokens: AccessTokens },
  authorization: string | undefined,
  now: number,
  merchantId?: string,
): Promise<Outcome<Principal>> {
  if (!authorization) return unauthorized(message('problem.token.missing', { wanted: merchantTokenText }));
  const token = bearer(authorization);
  if (!token) return unauthorized(message('problem.token.not_bearer'));
  const verification = await tokens.verify(token, now);
  if (verification.merchantId === null) return refuseToken(store, token, verification.fault);
  const merchant = await store.get('merchant', verification.merchantId);
  const account = merchant && (await store.get('account', merchant.accountId));
  if (!account)
    return unauthorized(message('problem.token.unknown_for_operation', { wanted: merchantTokenText }));
  if (hasEnded(verification.binding, account)) return endedTokenRefusal;
  if (merchantId !== undefined && merchant.id !== merchantId.toLowerCase()) return merchantMismatch;
  return accept({ account, merchant, creatorTokenId: verification.binding.creatorTokenId });
}

function hasEnded({ tokenEpoch = 0, revocations }: AccessTokenBinding, account: AccountRecord): boolean {
  return (
    tokenEpoch !== (account.tokenEpoch ?? 0) ||
    (revocations !== undefined && revocations !== (account.revocations ?? 0))
  );
}

const endedTokenRefusal = unauthorized(message('problem.token.ended'));

async function refuseToken(
  store: Store,
  token: string,
  fault: 'expired' | 'unknown',
): Promise<Outcome<never>> {
  if (fault === 'expired') return unauthorized(message('problem.token.expired'));
  const otherToken = await store.get('token', tokenId(token));
  return unauthorized(
    otherToken
      ? message('problem.token.wrong_kind', {
          given: message(`problem.given.${otherToken.kind}`),
          wanted: merchantTokenText,
        })
      : message('problem.token.unknown_for_operation', { wanted: merchantTokenText }),
  );
}

const merchantMismatch = refuseWith(403, 'problem.title.forbidden', message('problem.token.other_merchant'));
