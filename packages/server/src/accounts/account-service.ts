import {
  accept,
  initialSettings,
  isOneOf,
  type Outcome,
  type Refused,
  revocableKinds,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  accountId,
  apiToken,
  consoleToken,
  linkToken,
  refreshToken,
  type TokenRecord,
  type TraceDraft,
  tokenEndOf,
  tokenHint,
  webhookSecret,
} from '@svc-simulator/core';
import { type Change, type Put, put, ref, type View } from '@svc-simulator/store/store.ts';
import { changeAccount } from '../account-change.ts';
import { classOfCode, enrolment, stillTakes } from '../classes/membership.ts';
import {
  endedWithPassword,
  newToken,
  noteUse,
  revoked,
  type TokenOrigin,
  tokenId,
} from '../http/credentials.ts';
import { conflict, invalid, unauthorized } from '../http/refusals.ts';
import { hashPassword, verifyPassword } from '../passwords/password.ts';
import { replacePassword, wrongPassword } from '../passwords/password-service.ts';
import type { Runtime } from '../runtime.ts';

/** Everything that is handed out once, when an account is made. */
export interface NewAccount {
  readonly account: AccountRecord;
  readonly apiToken: string;
  readonly consoleToken: string;
}

/** A token that ends by itself, and when. */
interface Granted {
  readonly token: string;
  readonly endsAt: number;
}

/** What a registration stores beside the account itself. */
export interface Prepared {
  readonly account?: Partial<AccountRecord>;
  readonly puts?: readonly Put[];
  readonly events?: readonly TraceDraft[];
}

/** Registration and the logins (contract section 2). */
export class AccountService {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /**
   * Makes an account with its first API token and console token, in the class of a code if there is one; 409 when the
   * name is taken, whatever its case, 400 when no class has the code.
   * `prepare` sees the account before it is stored, and may put further records into the same commit.
   */
  async register(
    {
      shortName,
      password,
      classCode,
    }: { shortName: string; password: string; classCode?: string | undefined },
    prepare: (made: NewAccount) => Promise<Prepared> | Prepared = () => ({}),
  ): Promise<Outcome<NewAccount>> {
    const { clock, random, store, settings } = this.#runtime;
    // A form sends a field that nobody filled in as an empty text.
    const wantsClass = classCode !== undefined && /\S/.test(classCode);
    const classRecord = wantsClass ? await classOfCode(store, classCode) : undefined;
    if (wantsClass && !classRecord) return unknownClassCode;
    const passwordHash = await hashPassword(password, settings.passwordCost);
    const now = clock.now();
    const api = apiToken(random);
    const console = consoleToken(random);
    const base: AccountRecord = {
      id: accountId(random),
      shortName,
      passwordHash,
      webhookSecret: webhookSecret(random),
      key: { id: random.uuid(), tokenHint: tokenHint(api), createdAt: now },
      consoleTokenId: tokenId(console),
      settings: initialSettings,
      createdAt: now,
    };
    const extra = await prepare({ account: base, apiToken: api, consoleToken: console });
    const prepared = { ...base, ...extra.account };
    const enrolled = classRecord && enrolment(prepared, classRecord, now);
    const account = enrolled?.account ?? prepared;
    const name = ref('name', shortName.toLowerCase());
    const made = await store.transact<Outcome<NewAccount>>(
      {
        account: account.id,
        lock: [name, ref('account', account.id), ...(classRecord ? [ref('class', classRecord.id)] : [])],
      },
      (view) => {
        if (classRecord && !stillTakes(view, classRecord)) return { result: unknownClassCode };
        if (view.get('name', name.id))
          return { result: conflict(`The name ${shortName} is taken; choose another one.`) };
        return {
          result: accept({ account, apiToken: api, consoleToken: console }),
          puts: [
            put('account', account.id, account),
            put('name', name.id, { accountId: account.id }),
            newToken({ accountId: account.id }, 'api', api, now),
            newToken({ accountId: account.id }, 'console', console, now),
            ...(extra.puts ?? []),
            ...(enrolled?.puts ?? []),
          ],
          events: [
            { type: 'account.registered', at: now, data: { short_name: shortName } },
            ...(extra.events ?? []),
            ...(enrolled?.events ?? []),
          ],
        };
      },
    );
    return made;
  }

  /** `POST /console/login`: a new console token; the former one stops working (specification, Authentication 7). */
  async loginToConsole(
    shortName: string,
    password: string,
    newPassword?: string,
  ): Promise<Outcome<{ accountId: string; consoleToken: string }>> {
    const found = await this.authenticate(shortName, password, newPassword);
    return found.ok ? this.#replaceConsoleToken(found.value, { surface: 'console' }) : found;
  }

  /** A new console token for somebody who is logged in to the pages as `browser`; the former one stops working. */
  async renewConsoleToken(account: AccountRecord, browser: string): Promise<Outcome<string>> {
    const login = { surface: 'keys_page', token: 'console' };
    const made = await this.#replaceConsoleToken(account, login, await this.#madeWith(browser));
    return made.ok ? accept(made.value.consoleToken) : made;
  }

  /** A new console token for the simulator's own start, which is nobody's login. @throws Error when there is no such account any more */
  async ownConsoleToken(account: AccountRecord): Promise<string> {
    const made = await this.#replaceConsoleToken(account, null);
    if (!made.ok) throw new Error(made.refusal.detail);
    return made.value.consoleToken;
  }

  /** A further API token for somebody who is logged in to the pages as `browser`; the older ones stay. */
  async furtherApiToken(account: AccountRecord, browser: string): Promise<Outcome<string>> {
    const { clock, random } = this.#runtime;
    const origin = originOf(account, await this.#madeWith(browser));
    const token = apiToken(random);
    return this.#mint(origin, (view) => ({
      result: accept(token),
      puts: [newToken(origin, 'api', token, clock.now())],
      events: [{ type: 'login.succeeded', at: view.now, data: { surface: 'keys_page', token: 'api' } }],
    }));
  }

  /** A further API token for what the simulator tells of the account, which is nobody's login. */
  async ownApiToken(account: AccountRecord): Promise<string> {
    const { clock, random, store } = this.#runtime;
    const token = apiToken(random);
    return store.transact({ account: account.id }, () => ({
      result: token,
      puts: [newToken(originOf(account), 'api', token, clock.now())],
    }));
  }

  /** Commits tokens, unless what they are made with was revoked meanwhile, or all ended with the password. */
  #mint<T>(origin: TokenOrigin, make: (view: View) => Change<Outcome<T>>): Promise<Outcome<T>> {
    const { accountId, madeWith } = origin;
    const lock = madeWith === undefined ? [] : [ref('token', madeWith)];
    const scope = { account: accountId, lock, read: [ref('account', accountId)] };
    return this.#runtime.store.transact<Outcome<T>>(scope, (view) => {
      const refusal = refusalOf(origin, view);
      return refusal ? { result: refusal } : make(view);
    });
  }

  /** The token that can be revoked by which a browser came in, if one did: what the browser makes ends with it. */
  async #madeWith(browser: string): Promise<string | undefined> {
    const { store } = this.#runtime;
    let id: string | undefined = tokenId(browser);
    while (id !== undefined) {
      const record: TokenRecord | undefined = await store.get('token', id);
      if (record && isOneOf(revocableKinds, record.kind) && record.grantedBy === undefined) return id;
      id = record?.grantedBy ?? record?.madeWith;
    }
    return undefined;
  }

  async #replaceConsoleToken(
    { id, tokenEpoch }: AccountRecord,
    login: TraceDraft['data'] | null,
    madeWith?: string,
  ): Promise<Outcome<{ accountId: string; consoleToken: string }>> {
    const { clock, random, known } = this.#runtime;
    const now = clock.now();
    const token = consoleToken(random);
    const origin = originOf({ id, tokenEpoch }, madeWith);
    const lock = madeWith === undefined ? [] : [ref('token', madeWith)];
    const replaced = await changeAccount<Outcome<{ accountId: string; consoleToken: string }>>(
      this.#runtime,
      { id, missing: wrongCredentials, lock },
      (account, view) => {
        const refusal = refusalOf(origin, view);
        if (refusal) return { result: refusal };
        return {
          result: accept({ accountId: id, consoleToken: token }),
          puts: [
            put('account', id, { ...account, consoleTokenId: tokenId(token) }),
            newToken(origin, 'console', token, now),
          ],
          deletes: account.consoleTokenId ? [ref('token', account.consoleTokenId)] : [],
          events: login ? [{ type: 'login.succeeded', at: view.now, data: login }] : [],
        };
      },
    );
    if (replaced.ok) await known.replaced(id, { console_token: token });
    return replaced;
  }

  /** `POST /console/token`: a full console token with the password, a limited one without; 400 when it is wrong. */
  async exchange(
    account: AccountRecord,
    grantor: string,
    password: string | undefined,
  ): Promise<Outcome<Granted>> {
    if (password === undefined)
      return accept(await this.grant(account, 'console', grantor, { limited: true }));
    const found = await this.authenticate(account.shortName, password);
    if (found.ok) return accept(await this.grant(account, 'console', grantor));
    return found.refusal.status === 401 ? wrongPassword('/password') : found;
  }

  /** A further token for whoever has that of `grantor`; it ends with that one, and by itself before long. */
  grant(
    account: AccountRecord,
    kind: 'api' | 'console',
    grantor: string,
    rights: Pick<TokenRecord, 'limited'> = {},
  ): Promise<Granted> {
    const { clock, random, store } = this.#runtime;
    const token = kind === 'api' ? apiToken(random) : consoleToken(random);
    const createdAt = clock.now();
    const granted = { kind, createdAt, grantedBy: tokenId(grantor), ...rights };
    const record: TokenRecord = { ...originOf(account), ...granted };
    return store.transact({ account: account.id }, () => ({
      result: { token, endsAt: tokenEndOf(record) ?? createdAt },
      puts: [put('token', tokenId(token), record)],
    }));
  }

  /** `POST /console/login-link`: what logs one browser in, once, while the token that asked for it is good. */
  async loginLink(
    { id, passwordEpoch }: AccountRecord,
    consoleToken: string,
  ): Promise<{ token: string; endsAt: number }> {
    const { clock, random, store } = this.#runtime;
    const asking = tokenId(consoleToken);
    // The log-in outlives an exchanged token, and ends with that for which it was exchanged.
    const grantedBy = (await store.get('token', asking))?.grantedBy ?? asking;
    const epoch = passwordEpoch !== undefined && { passwordEpoch };
    const record: TokenRecord = { accountId: id, kind: 'link', createdAt: clock.now(), grantedBy, ...epoch };
    const token = linkToken(random);
    return store.transact({ account: id }, () => ({
      result: { token, endsAt: tokenEndOf(record) ?? record.createdAt },
      puts: [put('token', tokenId(token), record)],
    }));
  }

  /** `POST /api/svcpagos/login`: a further API token and a refresh token; the console token stays. */
  async loginToApi(
    shortName: string,
    password: string,
  ): Promise<Outcome<{ token: string; refreshToken: string }>> {
    const found = await this.authenticate(shortName, password);
    return found.ok ? this.#handOut(originOf(found.value), 'api') : found;
  }

  /** `POST /api/svcpagos/refresh-token`: new tokens; the older ones stay valid (specification, Authentication 7). */
  async refresh(token: string): Promise<Outcome<{ token: string; refreshToken: string }>> {
    const { store, clock } = this.#runtime;
    const record = await store.get('token', tokenId(token));
    if (record?.revokedAt !== undefined) return unauthorized(revoked(record.revokedAt));
    if (record?.kind === 'refresh') {
      noteUse(store, record, token, clock.now());
      const { accountId, tokenEpoch } = record;
      return this.#handOut(originOf({ id: accountId, tokenEpoch }, tokenId(token)), 'refresh');
    }
    return unauthorized(
      record ? 'This is not a refresh token.' : 'The refresh token is unknown; log in again.',
    );
  }

  async #handOut(
    origin: TokenOrigin,
    surface: 'api' | 'refresh',
  ): Promise<Outcome<{ token: string; refreshToken: string }>> {
    const { clock, random } = this.#runtime;
    const now = clock.now();
    const tokens = { token: apiToken(random), refreshToken: refreshToken(random) };
    return this.#mint(origin, (view) => ({
      result: accept(tokens),
      puts: [
        newToken(origin, 'api', tokens.token, now),
        newToken(origin, 'refresh', tokens.refreshToken, now),
      ],
      events: [{ type: 'login.succeeded', at: view.now, data: { surface } }],
    }));
  }

  /**
   * The account that a name and its password open; 401 whichever of the two is wrong. A one-time password opens it together
   * with the one that takes its place; 400 without, and for a new password in the place of any other.
   */
  async authenticate(
    shortName: string,
    password: string,
    newPassword?: string,
  ): Promise<Outcome<AccountRecord>> {
    const { store, clock } = this.#runtime;
    const name = await store.get('name', shortName.toLowerCase());
    const held = name && (await store.get('account', name.accountId));
    // The e-mail of a merchant profile is a name too, but opens the merchant login alone.
    const account = held?.shortName.toLowerCase() === shortName.toLowerCase() ? held : undefined;
    const right = await verifyPassword(password, account?.passwordHash);
    if (!account || !right) return wrongCredentials;
    const until = account.oneTimePasswordUntil;
    if (until === undefined) return newPassword === undefined ? accept(account) : notOneTime;
    // One of an earlier version, whose class the account has left.
    if (until <= clock.now() || account.classId === undefined) return oneTimeOver;
    return newPassword === undefined ? oneTime : replacePassword(this.#runtime, account, newPassword);
  }
}

/** Of a token of an account as it was when its credential was checked. */
function originOf(
  { id, tokenEpoch }: { readonly id: string; readonly tokenEpoch?: number | undefined },
  madeWith?: string,
): TokenOrigin {
  return {
    accountId: id,
    ...(tokenEpoch !== undefined && { tokenEpoch }),
    ...(madeWith !== undefined && { madeWith }),
  };
}

/** Why a token cannot be made any more: what happened since its credential was checked. */
function refusalOf({ accountId, madeWith, tokenEpoch }: TokenOrigin, view: View): Refused | undefined {
  const source = madeWith === undefined ? undefined : view.get('token', madeWith);
  if (source?.revokedAt !== undefined) return unauthorized(revoked(source.revokedAt));
  const isGone = madeWith !== undefined && !source;
  if (isGone || view.get('account', accountId)?.tokenEpoch !== tokenEpoch) return endedWithPassword;
  return undefined;
}

const unknownClassCode = invalid([
  {
    pointer: '/class_code',
    detail: 'is the code of no class; ask the trainer for it again, or leave it out and join later',
  },
]);
const oneTime = invalid([
  {
    pointer: '/new_password',
    detail:
      'is required: this password is a one-time one. Log in to the console with it, or POST /console/login with new_password, to choose your own',
  },
]);
const notOneTime = invalid([
  {
    pointer: '/new_password',
    detail: 'goes with a one-time password only; POST /console/password changes any other',
  },
]);
const oneTimeOver = unauthorized('The one-time password has expired; ask your trainer for another.');
const wrongCredentials = unauthorized('The short_name or the password is wrong.');
