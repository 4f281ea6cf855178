import { loginConsole, registerConsoleAccount } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import { reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import type { AccountService } from './account-service.ts';
import { BrowserSessions } from './browser-sessions.ts';

/** The log-in of the console's form: the browser gets a token of its own, and the console token stays. */
export const logInBrowser = { ...loginConsole, id: 'logInBrowser' } as const;

/** What a browser gets that logged in. */
export interface BrowserLogin {
  readonly token: string;
}

/** The registration of the console's form, which also logs the browser in. */
export const registerInBrowser = { ...registerConsoleAccount, id: 'registerInBrowser' } as const;

/** What a browser gets that made an account. */
export interface BrowserRegistration extends BrowserLogin {
  readonly account: AccountRecord;
  readonly apiToken: string;
}

/** What browsers do before they are logged in. */
export function browserRoutes(runtime: Runtime, accounts: AccountService): readonly Route[] {
  const browsers = new BrowserSessions(runtime);
  return [
    route(logInBrowser, async ({ body }) => {
      const found = await accounts.authenticate(body.short_name, body.password, body.new_password);
      if (!found.ok) return found;
      return reply({ token: await browsers.open(found.value) } satisfies BrowserLogin);
    }),
    route(registerInBrowser, async ({ body }) => {
      const { short_name: shortName, password, class_code: classCode } = body;
      const made = await accounts.register({ shortName, password, classCode });
      if (!made.ok) return made;
      const { account, apiToken } = made.value;
      const token = await browsers.open(account);
      return reply({ account, apiToken, token } satisfies BrowserRegistration);
    }),
  ];
}
