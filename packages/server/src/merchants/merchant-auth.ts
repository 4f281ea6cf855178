import { accept, type Outcome } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { Principal } from '../input.ts';
import { refuseWith, unauthorized } from '../refusals.ts';
import { bearer, tokenId } from '../tokens/account-tokens.ts';
import type { AccessTokenEnds, AccessTokens } from './access-tokens.ts';

const requirement = message('problem.wanted.merchant');

/**
 * Finds the merchant of an access token: 401 if it is missing, unknown, expired or of another kind, 403 if
 * the path names another merchant (contract section 6).
 */
export async function authenticateMerchant(
  { store, tokens }: { readonly store: Store; readonly tokens: AccessTokens },
  authorization: string | undefined,
  now: number,
  merchantId?: string,
): Promise<Outcome<Principal>> {
  if (!authorization) return unauthorized(message('problem.token.missing', { wanted: requirement }));
  const token = bearer(authorization);
  if (!token) return unauthorized(message('problem.token.not_bearer'));
  const verified = await tokens.verify(token, now);
  if (verified.merchantId === null) return refusedToken(store, token, verified.fault);
  const merchant = await store.get('merchant', verified.merchantId);
  const account = merchant && (await store.get('account', merchant.accountId));
  if (!account) return unauthorized(message('problem.token.unknown_wanted', { wanted: requirement }));
  if (hasEnded(verified.ends, account)) return endedToken;
  if (merchantId !== undefined && merchant.id !== merchantId.toLowerCase()) return forbidden;
  return accept({ account, merchant, madeWith: verified.ends.madeWith });
}

function hasEnded({ tokenEpoch = 0, revocations }: AccessTokenEnds, account: AccountRecord): boolean {
  return (
    tokenEpoch !== (account.tokenEpoch ?? 0) ||
    (revocations !== undefined && revocations !== (account.revocations ?? 0))
  );
}

const endedToken = unauthorized(message('problem.token.ended'));

async function refusedToken(
  store: Store,
  token: string,
  fault: 'expired' | 'unknown',
): Promise<Outcome<never>> {
  if (fault === 'expired') return unauthorized(message('problem.token.expired'));
  const other = await store.get('token', tokenId(token));
  return unauthorized(
    other
      ? message('problem.token.wrong_kind', {
          given: message(`problem.given.${other.kind}`),
          wanted: requirement,
        })
      : message('problem.token.unknown_wanted', { wanted: requirement }),
  );
}

const forbidden = refuseWith(403, 'problem.title.forbidden', message('problem.token.other_merchant'));
