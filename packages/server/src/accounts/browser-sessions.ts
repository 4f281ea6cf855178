import { type AccountRecord, browserToken } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { isGood, tokenId } from '../http/credentials.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Who is logged in to the console's pages. A browser has a token of its own in a cookie, apart from the console token:
 * somebody who opens the console must not end the scripts that use that one.
 */
export class BrowserSessions {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /**
   * Logs a browser in to an account, by its password or with its registration; returns its token. It opens nothing but the console's
   * pages, for 14 days, and ends with the password that the account has now.
   */
  async open({ id: accountId, passwordEpoch }: AccountRecord): Promise<string> {
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

  /** Logs in the browser that has a one-time link, which is used up by that; undefined when the link is not good any more. */
  async enter(ticket: string): Promise<string | undefined> {
    const { clock, random, store } = this.#runtime;
    const account = await this.accountOf(ticket, 'link');
    if (!account) return undefined;
    const token = browserToken(random);
    const link = ref('token', tokenId(ticket));
    return store.transact({ account: account.id, lock: [link] }, (view) => {
      const record = view.get('token', link.id);
      if (!record) return { result: undefined };
      return {
        result: token,
        deletes: [link],
        puts: [put('token', tokenId(token), { ...record, kind: 'browser', createdAt: clock.now() })],
        events: [{ type: 'login.succeeded', at: view.now, data: { surface: 'link' } }],
      };
    });
  }

  /** The account that a browser's token opens, or a link's ticket; undefined when it is unknown, over or of another kind. */
  async accountOf(token: string, kind: 'browser' | 'link' = 'browser'): Promise<AccountRecord | undefined> {
    const { clock, store } = this.#runtime;
    const record = await store.get('token', tokenId(token));
    if (record?.kind !== kind || !(await isGood(store, record, clock.now()))) return undefined;
    const account = await store.get('account', record.accountId);
    return account?.passwordEpoch === record.passwordEpoch ? account : undefined;
  }

  /** Logs the browser out; its cookie opens nothing any more, wherever it was copied to, and its live pages end by the event. */
  async close(token: string): Promise<void> {
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
