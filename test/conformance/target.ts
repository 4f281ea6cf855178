import { randomUUID } from 'node:crypto';
import { createClient } from '@svc-simulator/client';
import {
  createAgreement,
  createConsoleMerchant,
  getKeys,
  loginApi,
  loginMerchant,
  membersOf,
  registerConsoleAccount,
  withoutUndefined,
} from '@svc-simulator/contract';
import { button } from './calls.ts';
import type { Call } from './case.ts';
import type { Scope } from './judge.ts';
import { type Exchange, requestOf } from './request.ts';
import { call, operationOf } from './steps.ts';

/**
 * Environment variables with the credentials of a target's account, named as in `sim env`. If a variable is
 * missing, cases that need it are not judged.
 */
export const variables = {
  token: 'SIM_TOKEN',
  consoleToken: 'SIM_CONSOLE_TOKEN',
  webhookSecret: 'SIM_WEBHOOK_SECRET',
  agreement_id: 'SIM_AGREEMENT_ID',
  short_name: 'SIM_SHORT_NAME',
  password: 'SIM_PASSWORD',
  email: 'SIM_MERCHANT_EMAIL',
  merchantPassword: 'SIM_MERCHANT_PASSWORD',
  'other.token': 'SIM_OTHER_TOKEN',
};
export type Credentials = { readonly [Name in keyof typeof variables]?: string | undefined };

type Account = Readonly<Record<string, unknown>>;

const agreement = {
  title: 'conformance',
  payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
  default_bank_account_id: 'conformance',
};

/**
 * Registers an account. A merchant is optional, because hashing its password takes the target another 50 ms.
 * @throws Error if the target refuses.
 */
export async function openAccount(baseUrl: string, hasMerchant = true): Promise<Account> {
  const unique = randomUUID().slice(0, 13);
  const login = { short_name: `conf-${unique}`, password: `password ${unique}` };
  const { data } = await createClient({ baseUrl }).call(registerConsoleAccount, { body: login });
  const { token, webhook_secret: webhookSecret } = data.key;
  const consoleToken = data.console_token;
  const account = { ...login, account_id: data.account_id, consoleToken };
  if (!hasMerchant) return { ...account, ...(await completeAccount(baseUrl, { token, webhookSecret })) };
  const email = `conf-${unique}@conformance.example`;
  const profile = { legalName: 'conformance', taxId: 'J-1', email, password: login.password };
  await createClient({ baseUrl, token: consoleToken }).call(createConsoleMerchant, { body: profile });
  const merchant = { email, merchantPassword: login.password };
  return { ...account, ...(await completeAccount(baseUrl, { token, webhookSecret, ...merchant })) };
}

/** Returns the account to which the credentials belong, with the objects that the suite needs. */
export async function readAccount(baseUrl: string, credentials: Credentials): Promise<Account> {
  const client = createClient({ baseUrl, token: credentials.consoleToken });
  const keys =
    credentials.consoleToken === undefined ? undefined : await client.call(getKeys).catch(() => undefined);
  return withoutUndefined({
    ...(await completeAccount(baseUrl, credentials)),
    account_id: keys?.data.account_id,
  });
}

/** Adds an agreement and the merchant's token to an account, if the credentials allow it. */
async function completeAccount(baseUrl: string, credentials: Credentials): Promise<Account> {
  const { token, agreement_id, email, merchantPassword: password } = credentials;
  const client = createClient({ baseUrl, token });
  const merchantAnswer =
    token === undefined || agreement_id !== undefined
      ? undefined
      : await client.call(createAgreement, { body: agreement }).catch(() => undefined);
  const merchant =
    email === undefined || password === undefined
      ? undefined
      : await client.call(loginMerchant, { body: { email, password } }).catch(() => undefined);
  return withoutUndefined({
    ...credentials,
    agreement_id: agreement_id ?? merchantAnswer?.data.agreement_id,
    merchantToken: merchant?.data.accessToken,
    merchantId: merchant?.data.merchantId,
  });
}

/** Returns a refresh token of the account, if its password is known. */
export async function refreshTokenOf(baseUrl: string, account: Scope): Promise<string | undefined> {
  const body = { short_name: String(account.get('short_name')), password: String(account.get('password')) };
  if (!account.has('password')) return undefined;
  return (
    await createClient({ baseUrl })
      .call(loginApi, { body })
      .catch(() => undefined)
  )?.data.refreshToken;
}

/**
 * Returns true if the target allows registration: it then refuses an empty registration with 400 instead of
 * 404.
 */
export async function allowsRegistration(baseUrl: string, exchange: Exchange): Promise<boolean> {
  return (await exchange(askTarget('POST', `${baseUrl}/console/register`))).status === 400;
}

/** Returns true if the target has the specified payment page; creates a session with webhooks to `hook`. */
export async function hasPage(
  baseUrl: string,
  exchange: Exchange,
  account: Scope,
  hook: string,
): Promise<boolean> {
  const scope: Scope = new Map([...account, ['unique', 'conformance']]);
  const answerTo = (one: Call) => exchange(requestOf(one, operationOf(one.call), baseUrl, scope));
  const { body } = await answerTo(button({ webhook_url: hook }));
  scope.set('session_id', membersOf(membersOf(body).data).id);
  const page = await answerTo(call('showPaymentPage', {}, { headers: { accept: 'text/html' } }));
  return page.status === 200 && String(page.body).includes('name="otp"');
}

/**
 * Returns the operations that the target lacks. Sends requests without a credential or with an empty body,
 * which change nothing. If the target has the operation, it refuses them with a status other than 404, 405
 * and 501.
 */
export async function findMissingOperations(
  baseUrl: string,
  exchange: Exchange,
  ids: Iterable<string>,
): Promise<Set<string>> {
  const lacked = new Set<string>();
  const asking = [...ids].map(async (id) => {
    const { method, path, auth, problems } = operationOf(id);
    // A public resource returns 404 for an unknown id, so a 404 doesn't show that the operation is missing.
    if (auth === 'none' && (path.includes('{') || problems?.includes(404))) return;
    const nobody = path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
    const { status } = await exchange(askTarget(method, `${baseUrl}${nobody}`));
    if (status === 404 || status === 405 || status === 501) lacked.add(id);
  });
  await Promise.all(asking);
  return lacked;
}

function askTarget(method: string, url: string) {
  const body = method === 'GET' ? undefined : '{}';
  return {
    method,
    url,
    body,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
  };
}
