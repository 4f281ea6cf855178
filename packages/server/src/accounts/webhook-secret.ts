import {
  accept,
  getWebhookSecret,
  type Outcome,
  replaceWebhookSecret,
  SECRET_GRACE_MS,
} from '@svc-simulator/contract';
import { type AccountRecord, formerSecret, isoOf, webhookSecret } from '@svc-simulator/core';
import { put } from '@svc-simulator/store/store.ts';
import { changeAccount } from '../account-change.ts';
import { notFound } from '../refusals.ts';
import { presentOutcome, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

export function webhookSecretRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(getWebhookSecret, ({ account, now }) => reply(secretData(account, now))),
    route(replaceWebhookSecret, async ({ account, now, body: { grace: hasGrace = false } }) => {
      return presentOutcome(await renewWebhookSecret(runtime, account, hasGrace), (updatedAccount) =>
        secretData(updatedAccount, now),
      );
    }),
  ];
}

/**
 * Gives the account a new secret and returns the account. With `hasGrace`, webhooks are also signed with the
 * previous secret for a day.
 */
export async function renewWebhookSecret(
  runtime: Runtime,
  { id }: AccountRecord,
  hasGrace: boolean,
): Promise<Outcome<AccountRecord>> {
  const secret = webhookSecret(runtime.random);
  const target = { id, ifMissing: notFound('account') };
  const change = await changeAccount<Outcome<AccountRecord>>(runtime, target, (current, view) => {
    const { previousWebhookSecret: _, ...account } = current;
    const until = view.now + SECRET_GRACE_MS;
    const renewed: AccountRecord = {
      ...account,
      webhookSecret: secret,
      ...(hasGrace && { previousWebhookSecret: { secret: account.webhookSecret, until } }),
    };
    const data = { former_signs_until: hasGrace ? isoOf(until) : null };
    return {
      result: accept(renewed),
      puts: [put('account', id, renewed)],
      events: [{ type: 'webhook_secret.replaced', at: view.now, data }],
    };
  });
  if (change.ok) await runtime.knownAccounts.replaceCredentials(id, { webhook_secret: secret });
  return change;
}

function secretData(account: AccountRecord, now: number) {
  const former = formerSecret(account, now);
  return {
    webhook_secret: account.webhookSecret,
    previous: former && { webhook_secret: former.secret, signs_until: isoOf(former.until) },
  };
}
