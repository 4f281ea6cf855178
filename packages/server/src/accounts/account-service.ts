import {
  accept,
  faultAt,
  initialSettings,
  type Outcome,
  type Refusal,
  refuse,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  accountId,
  apiToken,
  consoleToken,
  refreshToken,
  SERVICE,
  type TraceDraft,
  tokenHint,
  webhookSecret,
} from '@svc-simulator/core';
import { type Put, put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { classOfCode, enroll, isJoinable } from '../classes/membership.ts';
import { hashPassword, verifyPassword } from '../passwords/password.ts';
import { replacePassword, wrongPassword } from '../passwords/password-service.ts';
import { conflict, invalid, refuseWith, unauthorized } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import {
  newToken,
  recordUse,
  revocationMessage,
  type TokenOrigin,
  tokenId,
} from '../tokens/account-tokens.ts';
import type { DemoAccount } from './known-accounts.ts';
import { suspensionOf } from './suspension.ts';
import { type TokenGrant, TokenIssuer, tokenOriginOf, wrongCredentials } from './token-issuer.ts';

/** A new account with its first tokens, which are shown only once. */
export interface NewAccount {
  readonly account: AccountRecord;
  readonly apiToken: string;
  readonly consoleToken: string;
}

export async function newAccount(
  { clock, random, settings }: Runtime,
  {
    id,
    shortName,
    password,
  }: { readonly id?: string; readonly shortName: string; readonly password: string },
): Promise<NewAccount> {
  const passwordHash = await hashPassword(password, settings.passwordCost);
  const now = clock.now();
  const [api, console] = [apiToken(random), consoleToken(random)];
  const account: AccountRecord = {
    id: id ?? accountId(random),
    shortName,
    passwordHash,
    webhookSecret: webhookSecret(random),
    key: { id: random.uuid(), tokenHint: tokenHint(api), createdAt: now },
    consoleTokenId: tokenId(console),
    settings: initialSettings,
    createdAt: now,
  };
  return { account, apiToken: api, consoleToken: console };
}

export function newAccountRecords({ account, apiToken, consoleToken }: NewAccount): readonly Put[] {
  const { id: accountId, shortName, createdAt } = account;
  return [
    put('name', shortName.toLowerCase(), { accountId }),
    newToken({ accountId }, 'api', apiToken, createdAt),
    newToken({ accountId }, 'console', consoleToken, createdAt),
  ];
}

export function demoAccountData(
  { account, apiToken, consoleToken }: NewAccount,
  extra: Omit<DemoAccount, 'account_id' | 'short_name' | 'token' | 'console_token' | 'webhook_secret'>,
): DemoAccount {
  return {
    account_id: account.id,
    short_name: account.shortName,
    token: apiToken,
    console_token: consoleToken,
    webhook_secret: account.webhookSecret,
    ...extra,
  };
}

export interface RegistrationExtras {
  readonly account?: Partial<AccountRecord>;
  readonly puts?: readonly Put[];
  readonly events?: readonly TraceDraft[];
}

export class AccountService extends TokenIssuer {
  /** Returns a refusal if the operator has closed registration. */
  async registrationRefusal() {
    const { store, settings } = this.runtime;
    const service = settings.hosted ? await store.get('service', SERVICE) : undefined;
    return service?.isRegistrationClosed ? registrationClosed : undefined;
  }

  /**
   * Creates an account with its first tokens, and adds it to the class of a join code. Refusals: 409 if the
   * name is taken, 400 for an unknown code, 403 if the operator has closed registration. `createExtras` adds
   * records and events to the same commit.
   */
  async register(
    {
      shortName,
      password,
      classCode,
      isByOperator = false,
    }: { shortName: string; password: string; classCode?: string | undefined; isByOperator?: boolean },
    createExtras: (draft: NewAccount) => Promise<RegistrationExtras> | RegistrationExtras = () => ({}),
  ): Promise<Outcome<NewAccount>> {
    const { store } = this.runtime;
    const refusal = isByOperator ? undefined : await this.registrationRefusal();
    if (refusal) return refusal;
    // An empty code counts as missing, because a form sends an empty string for a field that was left empty.
    const hasClassCode = classCode !== undefined && /\S/.test(classCode);
    const classRecord = hasClassCode ? await classOfCode(store, classCode) : undefined;
    if (hasClassCode && !classRecord) return unknownClassCode;
    const draft = await newAccount(this.runtime, { shortName, password });
    const extras = await createExtras(draft);
    const record = { ...draft.account, ...extras.account };
    const now = record.createdAt;
    const enrollment = classRecord && enroll(record, classRecord, now);
    const account = enrollment?.account ?? record;
    const name = ref('name', shortName.toLowerCase());
    return store.transact<Outcome<NewAccount>>(
      {
        account: account.id,
        lock: [name, ref('account', account.id), ...(classRecord ? [ref('class', classRecord.id)] : [])],
        read: [ref('service', SERVICE)],
      },
      (view) => {
        // Checks again, because the operator can close registration while the password waits to be hashed.
        if (!isByOperator && view.get('service', SERVICE)?.isRegistrationClosed)
          return { result: registrationClosed };
        if (classRecord && !isJoinable(view, classRecord)) return { result: unknownClassCode };
        if (view.get('name', name.id))
          return { result: conflict(message('problem.account.name_taken', { name: shortName })) };
        return {
          result: accept({ ...draft, account }),
          puts: [
            put('account', account.id, account),
            ...newAccountRecords(draft),
            ...(extras.puts ?? []),
            ...(enrollment?.puts ?? []),
          ],
          events: [
            { type: 'account.registered', at: now, data: { short_name: shortName } },
            ...(extras.events ?? []),
            ...(enrollment?.events ?? []),
          ],
        };
      },
    );
  }

  /**
   * Logs in with the password and replaces the console token (`POST /console/login`; specification,
   * Authentication 7).
   */
  async loginToConsole(
    shortName: string,
    password: string,
    newPassword?: string,
  ): Promise<Outcome<{ accountId: string; consoleToken: string }>> {
    const authentication = await this.authenticate(shortName, password, newPassword);
    return authentication.ok
      ? this.replaceConsoleToken(authentication.value, { surface: 'console' })
      : authentication;
  }

  /**
   * Returns a console token for an API token (`POST /console/token`). The console token has all rights if the
   * password is given, and limited rights without a password. 400 if the password is wrong.
   */
  async exchangeToken(
    account: AccountRecord,
    grantorToken: string,
    password: string | undefined,
  ): Promise<Outcome<TokenGrant>> {
    // An empty password counts as missing, because a form sends '' for a field that was left empty.
    if (!password) return this.grant(account, 'console', grantorToken, { limited: true });
    const authentication = await this.authenticate(account.shortName, password);
    if (authentication.ok) return this.grant(account, 'console', grantorToken);
    return authentication.refusal.status === 401 ? wrongPassword('/password') : authentication;
  }

  /**
   * Logs in with the password and creates an API token and a refresh token (`POST /api/svcpagos/login`). The
   * console token stays valid.
   */
  async loginToApi(
    shortName: string,
    password: string,
  ): Promise<Outcome<{ token: string; refreshToken: string }>> {
    const authentication = await this.authenticate(shortName, password);
    return authentication.ok ? this.#issueTokens(tokenOriginOf(authentication.value), 'api') : authentication;
  }

  /**
   * Creates new tokens for a refresh token (`POST /api/svcpagos/refresh-token`; specification, Authentication
   * 7). Earlier tokens stay valid.
   */
  async refreshTokens(token: string): Promise<Outcome<{ token: string; refreshToken: string }>> {
    const { store, clock } = this.runtime;
    const record = await store.get('token', tokenId(token));
    if (record?.revokedAt !== undefined) return unauthorized(revocationMessage(record.revokedAt));
    if (record?.kind === 'refresh') {
      const { accountId, tokenEpoch } = record;
      const refusal = await this.quotas?.takeStoredTokens(accountId);
      if (refusal) return refuse(refusal);
      recordUse(store, record, token, clock.now());
      return this.#issueTokens(tokenOriginOf({ id: accountId, tokenEpoch }, tokenId(token)), 'refresh');
    }
    return unauthorized(
      message(record ? 'problem.token.not_a_refresh_token' : 'problem.token.refresh_unknown'),
    );
  }

  async #issueTokens(
    origin: TokenOrigin,
    surface: 'api' | 'refresh',
  ): Promise<Outcome<{ token: string; refreshToken: string }>> {
    const { clock, random } = this.runtime;
    const now = clock.now();
    const tokens = { token: apiToken(random), refreshToken: refreshToken(random) };
    return this.commitTokens(origin, (view) => ({
      result: accept(tokens),
      puts: [
        newToken(origin, 'api', tokens.token, now),
        newToken(origin, 'refresh', tokens.refreshToken, now),
      ],
      events: [{ type: 'login.succeeded', at: view.now, data: { surface } }],
    }));
  }

  /** Counts a login, because every login stores a token or an event. Refuses it if there are too many. */
  countLogin(accountId: string): Refusal | undefined {
    return this.quotas?.takeIssuedTokens(accountId);
  }

  /**
   * Returns the account of a name and password. A wrong name gets the same 401 as a wrong password, so that
   * nobody can find out which names exist. A one-time password requires `newPassword` (400 without it).
   */
  async authenticate(
    shortName: string,
    password: string,
    newPassword?: string,
  ): Promise<Outcome<AccountRecord>> {
    const { store, clock, settings } = this.runtime;
    const name = await store.get('name', shortName.toLowerCase());
    const candidate = name && (await store.get('account', name.accountId));
    // The store also finds an account by the email of its merchant profile, but only the merchant login
    // accepts an email.
    const account = candidate?.shortName.toLowerCase() === shortName.toLowerCase() ? candidate : undefined;
    const isCorrect = await verifyPassword(password, account?.passwordHash, settings.passwordCost);
    if (!account || !isCorrect) return wrongCredentials;
    const refusal = this.countLogin(account.id);
    if (refusal) return refuse(refusal);
    const suspension = suspensionOf(account);
    if (suspension) return suspension;
    const expiresAt = account.oneTimePasswordUntil;
    if (expiresAt === undefined) return newPassword === undefined ? accept(account) : newPasswordUnexpected;
    if (expiresAt <= clock.now()) return oneTimePasswordExpired;
    // The trainer knows the one-time password, so the new password must differ.
    if (newPassword === undefined || newPassword === password) return newPasswordRequired;
    return replacePassword(this.runtime, account, newPassword);
  }
}

const registrationClosed = refuseWith(
  403,
  'problem.title.forbidden',
  message('problem.account.registration_closed'),
);
const unknownClassCode = invalid([faultAt('/class_code', 'fault.account.class_code')]);
const newPasswordRequired = invalid([faultAt('/new_password', 'fault.account.one_time')]);
const newPasswordUnexpected = invalid([faultAt('/new_password', 'fault.account.not_one_time')]);
const oneTimePasswordExpired = unauthorized(message('problem.credentials.one_time_expired'));
