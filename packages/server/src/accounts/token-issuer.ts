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
  endedWithPasswordRefusal,
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

export type TokenQuotas = Pick<AccountQuotas, 'takeIssuedTokens' | 'takeStoredTokens'>;

interface ReferenceTokens {
  readonly api: string;
  readonly console: string;
}

/** Creates tokens for callers that have already been authorized (contract section 12, Rights). */
export class TokenIssuer {
  protected readonly runtime: Runtime;
  /** Null in a local simulator. */
  protected readonly quotas: TokenQuotas | null;

  constructor(runtime: Runtime, quotas: TokenQuotas | null = null) {
    this.runtime = runtime;
    this.quotas = quotas;
  }

  /**
   * Creates two short-lived tokens with which the API reference sends a user's requests. They become invalid
   * with `browserToken`, the token of the user's browser.
   */
  async grantReferenceTokens(
    account: AccountRecord,
    browserToken: string,
  ): Promise<Outcome<ReferenceTokens>> {
    const refusal = this.quotas?.takeIssuedTokens(account.id, 2);
    if (refusal) return refuse(refusal);
    const [api, console] = await Promise.all([
      this.grant(account, 'api', browserToken),
      this.grant(account, 'console', browserToken),
    ]);
    if (!api.ok) return api;
    return console.ok ? accept({ api: api.value.token, console: console.value.token }) : console;
  }

  async renewConsoleToken(account: AccountRecord, browserToken: string): Promise<Outcome<string>> {
    const refusal = this.quotas?.takeIssuedTokens(account.id);
    if (refusal) return refuse(refusal);
    const loginEventData = { surface: 'keys_page', token: 'console' };
    const replacement = await this.replaceConsoleToken(
      account,
      loginEventData,
      await this.#parentTokenId(browserToken),
    );
    return replacement.ok ? accept(replacement.value.consoleToken) : replacement;
  }

  /**
   * Creates the console token that the simulator shows at start. Stores no login event, because nobody logged
   * in.
   * @throws Error if the account was deleted
   */
  async issueShownConsoleToken(account: AccountRecord): Promise<string> {
    const replacement = await this.replaceConsoleToken(account, null);
    if (!replacement.ok) throw new Error(replacement.refusal.code);
    return replacement.value.consoleToken;
  }

  /** Creates an API token for a user of the console's pages. Earlier tokens stay valid. */
  async addApiToken(account: AccountRecord, browserToken: string): Promise<Outcome<string>> {
    const { clock, random } = this.runtime;
    const refusal = this.quotas?.takeIssuedTokens(account.id);
    if (refusal) return refuse(refusal);
    const origin = tokenOriginOf(account, await this.#parentTokenId(browserToken));
    const token = apiToken(random);
    return this.commitTokens(origin, (view) => ({
      result: accept(token),
      puts: [newToken(origin, 'api', token, clock.now())],
      events: [{ type: 'login.succeeded', at: view.now, data: { surface: 'keys_page', token: 'api' } }],
    }));
  }

  /** Creates the API token that the simulator shows at start. */
  async issueShownApiToken(account: AccountRecord): Promise<string> {
    const { clock, random, store } = this.runtime;
    const token = apiToken(random);
    return store.transact({ account: account.id }, () => ({
      result: token,
      puts: [newToken(tokenOriginOf(account), 'api', token, clock.now())],
    }));
  }

  /** Commits new tokens, unless their origin is no longer valid (`refusalOfOrigin`). */
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

  /**
   * Returns the id of the revocable token whose login link opened this browser; undefined if the browser
   * logged in with a password.
   */
  async #parentTokenId(browserToken: string): Promise<string | undefined> {
    const { store } = this.runtime;
    let id: string | undefined = tokenId(browserToken);
    while (id !== undefined) {
      const record: TokenRecord | undefined = await store.get('token', id);
      if (record && isOneOf(revocableKinds, record.kind) && record.grantedBy === undefined) return id;
      id = record?.grantedBy ?? record?.madeWith;
    }
    return undefined;
  }

  protected async replaceConsoleToken(
    { id, tokenEpoch }: AccountRecord,
    loginEventData: TraceDraft['data'] | null,
    madeWith?: string,
  ): Promise<Outcome<{ accountId: string; consoleToken: string }>> {
    const { clock, random, knownAccounts } = this.runtime;
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
          events: loginEventData ? [{ type: 'login.succeeded', at: view.now, data: loginEventData }] : [],
        };
      },
    );
    if (replacement.ok) await knownAccounts.replaceCredentials(id, { console_token: token });
    return replacement;
  }

  /** Creates a short-lived token, which also becomes invalid if `grantorToken` does. */
  grant(
    account: AccountRecord,
    kind: 'api' | 'console',
    grantorToken: string,
    rights: Pick<TokenRecord, 'limited'> = {},
  ): Promise<Outcome<TokenGrant>> {
    const { clock, random } = this.runtime;
    const token = kind === 'api' ? apiToken(random) : consoleToken(random);
    const createdAt = clock.now();
    const grantFields = { kind, createdAt, grantedBy: tokenId(grantorToken), ...rights };
    const origin = tokenOriginOf(account);
    const record: TokenRecord = { ...origin, ...grantFields };
    return this.commitTokens(origin, () => ({
      result: accept({ token, endsAt: tokenEndOf(record) ?? createdAt }),
      puts: [put('token', tokenId(token), record)],
    }));
  }

  /**
   * Creates a ticket that logs one browser in, once (`POST /console/login-link`). The login ends with the
   * token that requested the ticket.
   */
  async createLoginLink(
    { id, passwordEpoch }: AccountRecord,
    consoleToken: string,
  ): Promise<{ token: string; endsAt: number }> {
    const { clock, random, store } = this.runtime;
    const requestingTokenId = tokenId(consoleToken);
    // A console token from `POST /console/token` is short-lived, so the login ends with the API token that
    // was exchanged for it.
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

/**
 * Returns a refusal if the account must not get new tokens: it is suspended, or since the request was
 * authenticated, a password change or a revocation has ended its credential.
 */
function refusalOfOrigin(
  { accountId, madeWith, tokenEpoch }: TokenOrigin,
  view: DecisionView,
): Refused | undefined {
  const parent = madeWith === undefined ? undefined : view.get('token', madeWith);
  if (parent?.revokedAt !== undefined) return unauthorized(revocationMessage(parent.revokedAt));
  const isParentMissing = madeWith !== undefined && !parent;
  const account = view.get('account', accountId);
  if (isParentMissing || account?.tokenEpoch !== tokenEpoch) return endedWithPasswordRefusal;
  return account && suspensionOf(account);
}

export const wrongCredentials = unauthorized(message('problem.credentials.wrong', { name: 'short_name' }));
