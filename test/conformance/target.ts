import { membersOf } from '@svc-simulator/contract';
import type { Call, Need } from './case.ts';
import { operationOf } from './contract-answers.ts';
import { perform, type Stage } from './execution.ts';
import type { Scope } from './scope.ts';

/** What opens an account of a target. What is missing makes cases "not judged". */
export interface Credentials {
  /** API token. */
  readonly token?: string;
  readonly consoleToken?: string;
  readonly webhookSecret?: string;
  /** Default: an agreement is made. */
  readonly agreement?: string;
  readonly shortName?: string;
  readonly password?: string;
  readonly merchantEmail?: string;
  readonly merchantPassword?: string;
  /** API token of a second account. */
  readonly otherToken?: string;
}

const register: Call = {
  call: 'registerConsoleAccount',
  body: { short_name: '{shortName}', password: '{password}' },
  want: { status: 201 },
  keep: {
    account: '/data/account_id',
    token: '/data/key/token',
    consoleToken: '/data/console_token',
    webhookSecret: '/data/key/webhook_secret',
  },
};

const makeAgreement: Call = {
  call: 'createAgreement',
  body: {
    title: 'sim verify',
    payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
    default_bank_account_id: 'sim-verify',
  },
  want: { status: 201 },
  keep: { agreement: '/data/agreement_id' },
};

const askForAccount: Call = {
  call: 'getKeys',
  want: { status: 200 },
  keep: { account: '/data/account_id' },
};

const makeMerchant: Call = {
  call: 'createConsoleMerchant',
  body: { legalName: 'sim verify', taxId: 'J-1', email: '{email}', password: '{password}' },
  want: { status: 201 },
};

const logMerchantIn: Call = {
  call: 'loginMerchant',
  body: { email: '{email}', password: '{password}' },
  want: { status: 200 },
  keep: { merchantToken: '/data/accessToken', merchantId: '/data/merchantId' },
};

/** Opens an account of its own at a target that lets anybody register. @throws Error when the target refuses. */
export async function openAccount(stage: Stage, unique: string): Promise<Scope> {
  const scope: Scope = new Map(
    Object.entries({
      shortName: `verify-${unique}`,
      email: `verify-${unique}@verify.example`,
      password: `verify ${unique}`,
    }),
  );
  const verdict = await perform(
    { steps: [register, makeAgreement, makeMerchant, logMerchantIn] },
    { ...stage, scope },
  );
  if (verdict.verdict === 'differs')
    throw new Error(verdict.differences.map(({ at, wanted, got }) => `${at}: ${wanted}, ${got}`).join('; '));
  return scope;
}

/** The account that the user has given, with what has to be made there first. */
export async function givenAccount(stage: Stage, given: Credentials): Promise<Scope> {
  const { merchantEmail, merchantPassword, otherToken, ...own } = given;
  const scope: Scope = new Map(Object.entries(own).filter(([, value]) => value !== undefined));
  if (otherToken !== undefined) scope.set('other.token', otherToken);
  const steps: Call[] = scope.has('token') && !scope.has('agreement') ? [makeAgreement] : [];
  if (scope.has('consoleToken')) steps.push(askForAccount);
  await perform({ steps }, { ...stage, scope });
  if (merchantEmail === undefined) return scope;
  const merchant: Scope = new Map([
    ['email', merchantEmail],
    ['password', merchantPassword],
  ]);
  await perform({ steps: [logMerchantIn] }, { ...stage, scope: merchant });
  for (const name of ['merchantToken', 'merchantId', 'email'])
    if (merchant.has(name)) scope.set(name, merchant.get(name));
  return scope;
}

/** Whether anybody can register: an empty registration is refused for its fields, and not for its path. */
export async function letsRegister({ exchange, baseUrl }: Stage): Promise<boolean> {
  const { status } = await exchange(json('POST', `${baseUrl}/console/register`, '{}'));
  return status === 400;
}

/** What a target has, as far as the account can find out without changing anything but making one session, whose webhooks go to `hook`. */
export async function whatItHas(stage: Stage, hook?: string): Promise<Set<Need>> {
  const { scope, exchange, baseUrl } = stage;
  const has = new Set<Need>();
  if (scope.has('agreement')) has.add('agreement');
  if (scope.has('shortName') && scope.has('password')) has.add('login');
  if (scope.has('merchantToken')) has.add('terminal');
  if (scope.has('other.token')) has.add('other');
  const authorization = { authorization: `Bearer ${scope.get('token')}` };
  const statusOf = async (method: string, path: string, body?: string) =>
    (await exchange(json(method, `${baseUrl}${path}`, body, authorization))).status;
  if (scope.has('consoleToken')) has.add('console');
  if ((await statusOf('GET', '/control/clock')) === 200) has.add('clock');
  if ((await statusOf('POST', `/control/sessions/${NO_SESSION}/outcome`, '{}')) === 400) has.add('control');
  if (has.has('agreement') && (await hasPage(stage, hook))) has.add('page');
  return has;
}

/**
 * Which of these operations the target does not have. Asked without a credential, or with an empty body, so that nothing comes of
 * it, one that is there refuses otherwise than a path or a method that is not.
 */
export async function lackedBy({ exchange, baseUrl }: Stage, ids: Iterable<string>): Promise<Set<string>> {
  const lacked = new Set<string>();
  const asked = [...ids].map(async (id) => {
    const { method, path, auth, problems } = operationOf(id);
    // What anybody may ask for by its id is not there either when the id is nobody's; or it may say itself that it is not there.
    if (auth === 'none' && (path.includes('{') || problems?.includes(404))) return;
    const url = `${baseUrl}${path.replace(/\{\w+\}/g, NO_SESSION)}`;
    const { status } = await exchange(json(method, url, method === 'GET' ? undefined : '{}'));
    if (status === 404 || status === 405 || status === 501) lacked.add(id);
  });
  await Promise.all(asked);
  return lacked;
}

const NO_SESSION = '00000000-0000-4000-8000-000000000000';

async function hasPage(stage: Stage, hook: string | undefined): Promise<boolean> {
  const { scope, exchange, baseUrl } = stage;
  const body = {
    amount_reference: 1,
    currency_reference: 'VES',
    identifier_label: 'sim verify',
    identifier: 'sim verify',
    description: 'sim verify',
    success_url: 'https://verify.example/paid',
    failure_url: 'https://verify.example/failed',
    agreement_id: scope.get('agreement'),
    webhook_url: hook,
  };
  const path = `${baseUrl}/api/v1/ext/payment-sessions/buttons`;
  const authorization = { authorization: `Bearer ${scope.get('token')}` };
  const made = await exchange(json('POST', path, JSON.stringify(body), authorization));
  const { payment_url } = membersOf(membersOf(made.body).data);
  // Its host may be another: what the target is called from outside.
  const { pathname = '' } = URL.canParse(String(payment_url)) ? new URL(String(payment_url)) : {};
  if (!pathname.startsWith('/pay/')) return false;
  const url = `${baseUrl}${pathname}`;
  const page = await exchange({ method: 'GET', url, headers: { accept: 'text/html' }, body: undefined });
  return page.status === 200 && String(page.body).includes('name="otp"');
}

function json(
  method: string,
  url: string,
  body: string | undefined,
  more: Readonly<Record<string, string>> = {},
) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return { method, url, body, headers: { accept: 'application/json', ...type, ...more } };
}
