import type { Outcome } from '@svc-simulator/contract';
import { revokeToken } from '@svc-simulator/server/accounts/token-service.ts';
import { newWebhookSecret } from '@svc-simulator/server/accounts/webhook-secret.ts';
import { type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { keysPage } from './keys-page.tsx';

/** `/console/keys`: what opens the account. A post answers the page itself: what it hands out stands in no address. */
export const keysRoutes: readonly PageRoute[] = [
  { path: '/console/keys', get: (call) => keysPage(call, null), post: handOut },
  { path: '/console/keys/revoke', post: revoke },
];

async function handOut(call: PageCall) {
  const { accounts } = call.services;
  switch (call.form.get('show')) {
    case 'webhook_secret':
      return keysPage(call, { kind: 'webhook_secret' });
    case 'new_webhook_secret':
      return replaceSecret(call, false);
    case 'new_webhook_secret_with_grace':
      return replaceSecret(call, true);
    case 'api_token':
      return shownOnce(call, 'api_token', await accounts.furtherApiToken(call.account, call.token));
    case 'console_token':
      return shownOnce(call, 'console_token', await accounts.renewConsoleToken(call.account, call.token));
    default:
      return seeOther('/console/keys');
  }
}

function shownOnce(call: PageCall, kind: 'api_token' | 'console_token', made: Outcome<string>) {
  return made.ok ? keysPage(call, { kind, token: made.value }) : seeOther('/console/keys');
}

async function replaceSecret(call: PageCall, grace: boolean) {
  const renewed = await newWebhookSecret(call.services.runtime, call.account, grace);
  return renewed.ok
    ? keysPage({ ...call, account: renewed.value }, { kind: 'webhook_secret' })
    : seeOther('/console/keys');
}

/** Whoever revokes in two tabs is told the same in both. */
async function revoke({ services, account, form }: PageCall) {
  await revokeToken(services.runtime, services.accounts, account.id, form.get('token_id') ?? '');
  return seeOther('/console/keys', 'token_revoked');
}
