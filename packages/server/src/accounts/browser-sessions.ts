import { accept, type Outcome } from '@svc-simulator/contract';
import { type AccountRecord, browserToken } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';
import { isValidToken, tokenId } from '../tokens/account-tokens.ts';
import { suspensionOf } from './suspension.ts';

/**
 * Manages the logins of browsers to the console. Each browser has a cookie token of its own, so opening the
 * console doesn't invalidate the console token that scripts use.
 */
export class BrowserSessions {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /**
   * Logs a browser in and returns its token. The token opens only the console's pages, for 14 days or until
   * the password changes.
   */
  async logIn({ id: accountId, passwordEpoch }: AccountRecord): Promise<string> {
    const { clock, random, store } = this.#runtime;
    const token = browserToken(random);
    const now = clock.now();
    await store.transact({ account: accountId }, (view) => ({
      result: undefined,
      puts: [
        put('token', tokenId(token), {
          accountId,
          kind: 'browser',
          createdAt: now,
          ...(passwordEpoch !== undefined && { passwordEpoch }),
        }),
      ],
      events: [{ type: 'login.succeeded', at: view.now, data: { surface: 'console' } }],
    }));
    return token;
  }

  /**
   * Logs in the browser that opens a one-time link. Returns undefined if the link was used or has expired. If
   * the account is suspended, refuses the login but keeps the link valid.
   */
  async logInWithTicket(ticket: string): Promise<Outcome<string> | undefined> {
    const { clock, random, store } = this.#runtime;
    const account = await this.accountOf(ticket, 'link');
    if (!account) return undefined;
    const token = browserToken(random);
    const link = ref('token', tokenId(ticket));
    const scope = { account: account.id, lock: [link], read: [ref('account', account.id)] };
    return store.transact<Outcome<string> | undefined>(scope, (view) => {
      const [record, current] = [view.get('token', link.id), view.get('account', account.id)];
      if (!record || !current) return { result: undefined };
      const suspension = suspensionOf(current);
      if (suspension) return { result: suspension };
      return {
        result: accept(token),
        deletes: [link],
        puts: [put('token', tokenId(token), { ...record, kind: 'browser', createdAt: clock.now() })],
        events: [{ type: 'login.succeeded', at: view.now, data: { surface: 'link' } }],
      };
    });
  }

  /**
   * Returns the account of a browser token or link ticket; undefined if the token is invalid or of the other
   * kind.
   */
  async accountOf(token: string, kind: 'browser' | 'link' = 'browser'): Promise<AccountRecord | undefined> {
    const { clock, store } = this.#runtime;
    const record = await store.get('token', tokenId(token));
    if (record?.kind !== kind || !(await isValidToken(store, record, clock.now()))) return undefined;
    const account = await store.get('account', record.accountId);
    return account?.passwordEpoch === record.passwordEpoch ? account : undefined;
  }

  async logOut(token: string): Promise<void> {
    const { store } = this.#runtime;
    const id = tokenId(token);
    const record = await store.get('token', id);
    if (record?.kind !== 'browser') return;
    await store.transact({ account: record.accountId }, (view) => ({
      result: undefined,
      deletes: [ref('token', id)],
      events: [{ type: 'login.ended', at: view.now, data: { surface: 'console' } }],
    }));
  }
}
