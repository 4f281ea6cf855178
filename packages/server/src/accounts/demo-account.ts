import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accept, type Outcome } from '@svc-simulator/contract';
import { agreementId, newMerchant } from '@svc-simulator/core';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { put } from '@svc-simulator/store/store.ts';
import { demoAgreement } from '../agreements/demo-agreement.ts';
import { isOfPassword, tokenId } from '../http/credentials.ts';
import type { Runtime } from '../runtime.ts';
import { type AccountService, toldAccount } from './account-service.ts';
import { type Credentials, type DemoAccount, writeCredentials } from './known-accounts.ts';

const FILE = 'demo.json';
const SHORT_NAME = 'demo';
/** Of the e-mail that opens the merchant login with the account's password: `demo@example.com`. */
const EMAIL_DOMAIN = 'example.com';

/**
 * Makes the demo account on an empty store, or reads what an earlier start kept. The credentials are written, for the
 * owner of the directory only, before the account is stored: a crash in between leaves a file without an account,
 * which the next start replaces, never an account that nobody can open.
 */
export async function openDemoAccount(
  runtime: Runtime,
  accounts: AccountService,
  directory: string | null,
  secret?: string,
): Promise<DemoAccount | null> {
  const file = directory === null ? null : join(directory, FILE);
  const demo = (await runtime.store.isEmpty())
    ? await newDemoAccount(runtime, accounts, file, secret)
    : file && (await keptAccount(runtime, file));
  if (!demo) return null;
  runtime.known.add([demo], file, (known) => known.get(demo.account_id));
  return withLiveTokens(runtime, accounts, demo);
}

async function newDemoAccount(
  runtime: Runtime,
  accounts: AccountService,
  file: string | null,
  secret: string | undefined,
): Promise<DemoAccount | null> {
  const keep = async (demo: DemoAccount) => (file ? writeCredentials(file, demo) : undefined);
  const made = await openReadyAccount(runtime, accounts, { shortName: SHORT_NAME, keep, secret });
  return made.ok ? made.value : null;
}

/**
 * An account as an earlier start kept it, with what opens it now in the place of what has ended since, unknown to it; null when
 * it is not in the store any more.
 */
export async function withLiveTokens(
  runtime: Runtime,
  accounts: AccountService,
  kept: DemoAccount,
): Promise<DemoAccount | null> {
  const renewed = await renewedCredentials(runtime, accounts, kept);
  if (!renewed) return null;
  if (Object.keys(renewed).length === 0) return kept;
  await runtime.known.replaced(kept.account_id, renewed);
  return { ...kept, ...renewed };
}

/**
 * New tokens for those of an account that were replaced or revoked, or ended with its password, and the secret that signs its
 * webhooks now, where it is another; null when it is not in the store any more.
 */
export async function renewedCredentials(
  { store }: Runtime,
  accounts: AccountService,
  kept: DemoAccount,
): Promise<Credentials | null> {
  const account = await store.get('account', kept.account_id);
  if (!account) return null;
  const { webhookSecret: webhook_secret } = account;
  const isDead = async (token: string) => {
    const record = await store.get('token', tokenId(token));
    return record === undefined || record.revokedAt !== undefined || !isOfPassword(record, account);
  };
  return {
    ...((await isDead(kept.token)) && { token: await accounts.ownApiToken(account) }),
    ...(kept.webhook_secret !== webhook_secret && { webhook_secret }),
    ...((await isDead(kept.console_token)) && { console_token: await accounts.ownConsoleToken(account) }),
  };
}

/** How a ready-to-use account is called, and what is done with its credentials before it is stored. */
interface ReadyAccount {
  readonly shortName: string;
  readonly keep?: (made: DemoAccount) => Promise<void>;
  /** Its `webhook_secret`; default: a new one. */
  readonly secret?: string | undefined;
}

/** Makes an account with an agreement that a reset gives back, and with a merchant profile; 409 when the name is taken. */
export async function openReadyAccount(
  runtime: Runtime,
  accounts: AccountService,
  { shortName, keep, secret }: ReadyAccount,
): Promise<Outcome<DemoAccount>> {
  const password = runtime.random.base64url(15);
  const email = `${shortName}@${EMAIL_DOMAIN}`;
  let ready: DemoAccount | undefined;
  const made = await accounts.register({ shortName, password }, async (opened) => {
    const { account } = opened;
    const agreement = demoAgreement(agreementId(runtime.random), account.id, account.createdAt);
    const merchantId = runtime.random.uuid();
    const webhookSecret = secret ?? account.webhookSecret;
    const { id: accountId, passwordHash, createdAt } = account;
    const profile = { legalName: 'Demo, C.A.', taxId: 'J-00000000-0', email };
    const merchant = newMerchant(profile, { id: merchantId, accountId, passwordHash, createdAt });
    const own = { password, agreement_id: agreement.id, merchant_id: merchantId, merchant_email: email };
    ready = { ...toldAccount(opened, own), webhook_secret: webhookSecret };
    await keep?.(ready);
    return {
      account: { demoAgreementId: agreement.id, merchantId, webhookSecret },
      puts: [
        put('agreement', agreement.id, agreement),
        put('merchant', merchantId, merchant),
        put('name', email.toLowerCase(), { accountId: account.id }),
      ],
    };
  });
  if (!made.ok) return made;
  if (!ready) throw new Error('an account was registered without what was prepared for it');
  return accept(ready);
}

/** Keeps an account for the starts to come as the one to begin with. */
export function keepDemoAccount(runtime: Runtime, directory: string, account: DemoAccount): Promise<void> {
  const file = join(directory, FILE);
  runtime.known.add([account], file, (known) => known.get(account.account_id));
  return writeCredentials(file, account);
}

/** The account to begin with that an earlier start has kept; null when there is none, or it is not in the store any more. */
export function keptDemoAccount(runtime: Runtime, directory: string): Promise<DemoAccount | null> {
  return keptAccount(runtime, join(directory, FILE));
}

async function keptAccount(runtime: Runtime, file: string): Promise<DemoAccount | null> {
  try {
    const kept: DemoAccount = JSON.parse(await readFile(file, 'utf8'));
    return (await runtime.store.get('account', kept.account_id)) ? kept : null;
  } catch (error) {
    const missing = errorCode(error) === 'ENOENT';
    if (!missing)
      runtime.log('warn', `${file} cannot be read, so the demo account's credentials are not shown`, {
        cause: String(error),
      });
    return null;
  }
}
