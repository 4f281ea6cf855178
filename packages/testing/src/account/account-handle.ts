import { type ClientOptions, createClient } from '@svc-simulator/client';
import { resetAccount } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { accountEnvironment, type DemoAccount, noProxyWith } from '@svc-simulator/simulator';
import { asked } from '../refusals.ts';
import { AccountSessions, idOf } from '../sessions.ts';
import type { TestAccount } from '../testing-api.ts';
import type { EventLog } from '../trace/event-log.ts';
import { ChaosOfAccount } from './account-chaos.ts';
import { ClockOfAccount } from './account-clock.ts';
import { scriptOf } from './account-script.ts';
import { snapshotsOf } from './account-snapshots.ts';
import { AccountWebhooks } from './account-webhooks.ts';

/** How the simulator is reached: by the library itself, and by programs that are told so in their environment. */
export interface Place {
  readonly at: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'language'>;
  readonly env: Readonly<Record<string, string>>;
}

/** An account as a test holds it. `timeoutMs` is how long its waits last unless they say so themselves. */
export function accountHandle(
  { at, env }: Place,
  account: DemoAccount,
  log: EventLog,
  timeoutMs: number,
): TestAccount {
  const client = createClient({ ...at, token: account.token });
  return {
    url: at.baseUrl,
    accountId: account.account_id,
    shortName: account.short_name,
    password: account.password,
    token: account.token,
    consoleToken: account.console_token,
    webhookSecret: account.webhook_secret,
    agreementId: account.agreement_id,
    merchantId: account.merchant_id ?? '',
    merchantEmail: account.merchant_email ?? '',
    env: {
      ...accountEnvironment(at.baseUrl, account),
      ...noProxyWith(new URL(at.baseUrl), process.env),
      ...env,
    },
    session: new AccountSessions(at, account, log, timeoutMs),
    webhooks: new AccountWebhooks(log, timeoutMs, account.webhook_secret),
    clock: new ClockOfAccount(client),
    chaos: new ChaosOfAccount(client),
    script: scriptOf(client),
    trace: ({ type, session } = {}) =>
      (session === undefined ? [...log.events] : log.ofSession(idOf(session))).filter(
        (event) => type === undefined || event.type === type,
      ),
    ...snapshotsOf(client),
    reset: async () => void (await asked(t`reset the account`, client.call(resetAccount))),
  };
}
