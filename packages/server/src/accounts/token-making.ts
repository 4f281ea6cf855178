import { accept, isOneOf, type Outcome, type Refused, refuse, revocableKinds } from '@svc-simulator/contract';
import {
  type AccountRecord,
  apiToken,
  consoleToken,
  linkToken,
  type TokenRecord,
  type TraceDraft,
  tokenEndOf,
} from '@svc-simulator/core';
import { type Change, type DecisionView, put, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { changeAccount } from '../account-change.ts';
import type { AccountQuotas } from '../http/limits/account-quotas.ts';
import { unauthorized } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import {
  endedWithPassword,
  newToken,
  revocationMessage,
  type TokenOrigin,
  tokenId,
} from '../tokens/account-tokens.ts';
import { suspensionOf } from './suspension.ts';

export interface TokenGrant {
  readonly token: string;
  readonly endsAt: number;
}

export type TokenQuotas = Pick<AccountQuotas, 'takeGrants' | 'takeTokens'>;

interface ReferenceTokens {
  readonly api: string;
  readonly console: string;
}

/**
 * Creates tokens for requests that have already proved their right to the account (contract section 12,
 * Rights).
 */
export class TokenIssuer {
  protected readonly runtime: Runtime;
  /** Null in a local simulator, which counts nothing. */
  protected readonly quotas: TokenQuotas | null;

  constructor(runtime: Runtime, quotas: TokenQuotas | null = null) {
    this.runtime = runtime;
    this.quotas = quotas;
  }

  /** Creates the tokens of the API reference's requests for the login `browser`. */
  async grantReferenceTokens(account: AccountRecord, browser: string): Promise<Outcome<ReferenceTokens>> {
    const tooMany = this.quotas?.takeGrants(account.id, 2);
    if (tooMany) return refuse(tooMany);
    const [api, console] = await Promise.all([
      this.grant(account, 'api', browser),
      this.grant(account, 'console', browser),
    ]);
    return accept({ api: api.token, console: console.token });
  }

  async renewConsoleToken(account: AccountRecord, browser: string): Promise<Outcome<string>> {
    const tooMany = this.quotas?.takeGrants(account.id);
    if (tooMany) return refuse(tooMany);
    const login = { surface: 'keys_page', token: 'console' };
    const replacement = await this.replaceConsoleToken(account, login, await this.#parentTokenId(browser));
    return replacement.ok ? accept(replacement.value.consoleToken) : replacement;
  }

  /**
   * Creates a console token for the start of the simulator, without a login.
   * @throws Error if the account was deleted
   */
  async issueShownConsoleToken(account: AccountRecord): Promise<string> {
    const replacement = await this.replaceConsoleToken(account, null);
    if (!replacement.ok) throw new Error(replacement.refusal.code);
    return replacement.value.consoleToken;
  }

  /**
   * Creates another API token for somebody logged in to the pages as `browser`; the older ones stay valid.
   */
  async addApiToken(account: AccountRecord, browser: string): Promise<Outcome<string>> {
    const { clock, random } = this.runtime;
    const tooMany = this.quotas?.takeGrants(account.id);
    if (tooMany) return refuse(tooMany);
    const origin = tokenOriginOf(account, await this.#parentTokenId(browser));
    const token = apiToken(random);
    return this.commitTokens(origin, (view) => ({
      result: accept(token),
      puts: [newToken(origin, 'api', token, clock.now())],
      events: [{ type: 'login.succeeded', at: view.now, data: { surface: 'keys_page', token: 'api' } }],
    }));
  }

  /** Creates an API token that the simulator shows; nobody logs in for it. */
  async issueShownApiToken(account: AccountRecord): Promise<string> {
    const { clock, random, store } = this.runtime;
    const token = apiToken(random);
    return store.transact({ account: account.id }, () => ({
      result: token,
      puts: [newToken(tokenOriginOf(account), 'api', token, clock.now())],
    }));
  }

  /** Commits tokens, unless their parent token was revoked or the password changed in the meantime. */
  protected commitTokens<T>(
    origin: TokenOrigin,
    change: (view: DecisionView) => Change<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const { accountId, madeWith } = origin;
    const lock = madeWith === undefined ? [] : [ref('token', madeWith)];
    const scope = { account: accountId, lock, read: [ref('account', accountId)] };
    return this.runtime.store.transact<Outcome<T>>(scope, (view) => {
      const refusal = refusalOfOrigin(origin, view);
      return refusal ? { result: refusal } : change(view);
    });
  }

  /** Returns the revocable token that logged this browser in: tokens made in the browser end with it. */
  async #parentTokenId(browser: string): Promise<string | undefined> {
    const { store } = this.runtime;
    let id: string | undefined = tokenId(browser);
    while (id !== undefined) {
      const record: TokenRecord | undefined = await store.get('token', id);
      if (record && isOneOf(revocableKinds, record.kind) && record.grantedBy === undefined) return id;
      id = record?.grantedBy ?? record?.madeWith;
    }
    return undefined;
  }

  protected async replaceConsoleToken(
    { id, tokenEpoch }: AccountRecord,
    login: TraceDraft['data'] | null,
    madeWith?: string,
  ): Promise<Outcome<{ accountId: string; consoleToken: string }>> {
    const { clock, random, known } = this.runtime;
    const now = clock.now();
    const token = consoleToken(random);
    const origin = tokenOriginOf({ id, tokenEpoch }, madeWith);
    const lock = madeWith === undefined ? [] : [ref('token', madeWith)];
    const replacement = await changeAccount<Outcome<{ accountId: string; consoleToken: string }>>(
      this.runtime,
      { id, ifMissing: wrongCredentials, lock },
      (account, view) => {
        const refusal = refusalOfOrigin(origin, view);
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
    if (replacement.ok) await known.replaceCredentials(id, { console_token: token });
    return replacement;
  }

  /** Creates a short-lived token that also ends with the token of `grantor`. */
  grant(
    account: AccountRecord,
    kind: 'api' | 'console',
    grantor: string,
    rights: Pick<TokenRecord, 'limited'> = {},
  ): Promise<TokenGrant> {
    const { clock, random, store } = this.runtime;
    const token = kind === 'api' ? apiToken(random) : consoleToken(random);
    const createdAt = clock.now();
    const grantFields = { kind, createdAt, grantedBy: tokenId(grantor), ...rights };
    const record: TokenRecord = { ...tokenOriginOf(account), ...grantFields };
    return store.transact({ account: account.id }, () => ({
      result: { token, endsAt: tokenEndOf(record) ?? createdAt },
      puts: [put('token', tokenId(token), record)],
    }));
  }

  /**
   * Creates a ticket that logs one browser in, once, while the requesting token is valid (`POST
   * /console/login-link`).
   */
  async loginLink(
    { id, passwordEpoch }: AccountRecord,
    consoleToken: string,
  ): Promise<{ token: string; endsAt: number }> {
    const { clock, random, store } = this.runtime;
    const requestingTokenId = tokenId(consoleToken);
    // The login outlives an exchanged token and ends with the token it was exchanged for.
    const grantedBy = (await store.get('token', requestingTokenId))?.grantedBy ?? requestingTokenId;
    const epoch = passwordEpoch !== undefined && { passwordEpoch };
    const record: TokenRecord = { accountId: id, kind: 'link', createdAt: clock.now(), grantedBy, ...epoch };
    const token = linkToken(random);
    return store.transact({ account: id }, () => ({
      result: { token, endsAt: tokenEndOf(record) ?? record.createdAt },
      puts: [put('token', tokenId(token), record)],
    }));
  }
}

export function tokenOriginOf(
  { id, tokenEpoch }: { readonly id: string; readonly tokenEpoch?: number | undefined },
  madeWith?: string,
): TokenOrigin {
  return {
    accountId: id,
    ...(tokenEpoch !== undefined && { tokenEpoch }),
    ...(madeWith !== undefined && { madeWith }),
  };
}

/** Returns a refusal if the account is suspended, or if it or the parent token changed since the check. */
function refusalOfOrigin(
  { accountId, madeWith, tokenEpoch }: TokenOrigin,
  view: DecisionView,
): Refused | undefined {
  const parent = madeWith === undefined ? undefined : view.get('token', madeWith);
  if (parent?.revokedAt !== undefined) return unauthorized(revocationMessage(parent.revokedAt));
  const isParentMissing = madeWith !== undefined && !parent;
  const account = view.get('account', accountId);
  if (isParentMissing || account?.tokenEpoch !== tokenEpoch) return endedWithPassword;
  return account && suspensionOf(account);
}

export const wrongCredentials = unauthorized(message('problem.credentials.wrong', { name: 'short_name' }));
