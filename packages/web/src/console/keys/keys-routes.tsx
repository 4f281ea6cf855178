import { accept } from '@svc-simulator/contract';
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
    case 'env':
      return showEnvironment(call);
    case 'console_token': {
      const made = await accounts.renewConsoleToken(call.account, call.token);
      return made.ok
        ? keysPage(call, { kind: 'console_token', token: made.value })
        : seeOther('/console/keys');
    }
    default:
      return seeOther('/console/keys');
  }
}

/** The account's variables: with the token that its owner was told, or with another where only the token's digest is kept. */
async function showEnvironment(call: PageCall) {
  const { runtime, accounts } = call.services;
  const known = runtime.known.of(call.account.id)?.token;
  const made = known ? accept(known) : await accounts.furtherApiToken(call.account, call.token);
  return made.ok
    ? keysPage(call, { kind: 'env', token: made.value, isNew: known === undefined })
    : seeOther('/console/keys');
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
