import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accept, type Outcome } from '@svc-simulator/contract';
import { agreementId, newMerchant } from '@svc-simulator/core';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { put } from '@svc-simulator/store/store.ts';
import { demoAgreement } from '../agreements/demo-agreement.ts';
import type { Runtime } from '../runtime.ts';
import { isOfPassword, tokenId } from '../tokens/account-tokens.ts';
import { type AccountService, demoAccountData } from './account-service.ts';
import { type Credentials, type DemoAccount, writeCredentials } from './known-accounts.ts';

const DEMO_FILE = 'demo.json';
const DEMO_SHORT_NAME = 'demo';
const EMAIL_DOMAIN = 'example.com';

/**
 * Creates the demo account in an empty store. In any other store, reads it; null if it was deleted or no file
 * has its credentials.
 */
export async function openDemoAccount(
  runtime: Runtime,
  accounts: AccountService,
  directory: string | null,
  secret?: string,
): Promise<DemoAccount | null> {
  const file = directory === null ? null : join(directory, DEMO_FILE);
  const demo = (await runtime.store.isEmpty())
    ? await createFirstDemoAccount(runtime, accounts, file, secret)
    : file && (await readDemoAccount(runtime, file));
  if (!demo) return null;
  runtime.knownAccounts.add([demo], file, (byId) => byId.get(demo.account_id));
  return renewInvalidTokens(runtime, accounts, demo);
}

async function createFirstDemoAccount(
  runtime: Runtime,
  accounts: AccountService,
  file: string | null,
  secret: string | undefined,
): Promise<DemoAccount | null> {
  const save = async (demo: DemoAccount) => (file ? writeCredentials(file, demo) : undefined);
  const registration = await createDemoAccount(runtime, accounts, {
    shortName: DEMO_SHORT_NAME,
    save,
    secret,
  });
  return registration.ok ? registration.value : null;
}

/** Replaces the invalid tokens of a demo account. Returns null if the account was deleted. */
export async function renewInvalidTokens(
  runtime: Runtime,
  accounts: AccountService,
  previous: DemoAccount,
): Promise<DemoAccount | null> {
  const renewed = await renewCredentials(runtime, accounts, previous);
  if (!renewed) return null;
  if (Object.keys(renewed).length === 0) return previous;
  await runtime.knownAccounts.replaceCredentials(previous.account_id, renewed);
  return { ...previous, ...renewed };
}

/**
 * Returns new tokens instead of the invalid ones, and the webhook secret if it has changed. Returns null if
 * the account was deleted.
 */
export async function renewCredentials(
  { store }: Runtime,
  accounts: AccountService,
  previous: DemoAccount,
): Promise<Credentials | null> {
  const account = await store.get('account', previous.account_id);
  if (!account) return null;
  const { webhookSecret: webhook_secret } = account;
  const isInvalid = async (token: string) => {
    const record = await store.get('token', tokenId(token));
    return record === undefined || record.revokedAt !== undefined || !isOfPassword(record, account);
  };
  return {
    ...((await isInvalid(previous.token)) && { token: await accounts.issueShownApiToken(account) }),
    ...(previous.webhook_secret !== webhook_secret && { webhook_secret }),
    ...((await isInvalid(previous.console_token)) && {
      console_token: await accounts.issueShownConsoleToken(account),
    }),
  };
}

interface DemoAccountOptions {
  readonly shortName: string;
  readonly save?: (demo: DemoAccount) => Promise<void>;
  /** The webhook secret. Default: a new one. */
  readonly secret?: string | undefined;
}

/**
 * Creates an account with a merchant profile and an agreement, which a reset restores; 409 if the name is
 * taken.
 */
export async function createDemoAccount(
  runtime: Runtime,
  accounts: AccountService,
  { shortName, save, secret }: DemoAccountOptions,
): Promise<Outcome<DemoAccount>> {
  const password = runtime.random.base64url(15);
  const email = `${shortName}@${EMAIL_DOMAIN}`;
  let demo: DemoAccount | undefined;
  const registration = await accounts.register({ shortName, password }, async (draft) => {
    const { account } = draft;
    const agreement = demoAgreement(agreementId(runtime.random), account.id, account.createdAt);
    const merchantId = runtime.random.uuid();
    const webhookSecret = secret ?? account.webhookSecret;
    const { id: accountId, passwordHash, createdAt } = account;
    const profile = { legalName: 'Demo, C.A.', taxId: 'J-00000000-0', email };
    const merchant = newMerchant(profile, { id: merchantId, accountId, passwordHash, createdAt });
    const extra = { password, agreement_id: agreement.id, merchant_id: merchantId, merchant_email: email };
    demo = { ...demoAccountData(draft, extra), webhook_secret: webhookSecret };
    // Writes the credentials before the account is stored: without them, nobody could use the account.
    await save?.(demo);
    return {
      account: { demoAgreementId: agreement.id, merchantId, webhookSecret },
      puts: [
        put('agreement', agreement.id, agreement),
        put('merchant', merchantId, merchant),
        put('name', email.toLowerCase(), { accountId: account.id }),
      ],
    };
  });
  if (!registration.ok) return registration;
  if (!demo) throw new Error('an account was registered without what was prepared for it');
  return accept(demo);
}

export function saveDemoAccount(runtime: Runtime, directory: string, account: DemoAccount): Promise<void> {
  const file = join(directory, DEMO_FILE);
  runtime.knownAccounts.add([account], file, (byId) => byId.get(account.account_id));
  return writeCredentials(file, account);
}

export function loadDemoAccount(runtime: Runtime, directory: string): Promise<DemoAccount | null> {
  return readDemoAccount(runtime, join(directory, DEMO_FILE));
}

async function readDemoAccount(runtime: Runtime, file: string): Promise<DemoAccount | null> {
  try {
    const previous: DemoAccount = JSON.parse(await readFile(file, 'utf8'));
    return (await runtime.store.get('account', previous.account_id)) ? previous : null;
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT';
    if (!isMissing)
      runtime.log('warn', `${file} cannot be read, so the demo account's credentials are not shown`, {
        cause: String(error),
      });
    return null;
  }
}
