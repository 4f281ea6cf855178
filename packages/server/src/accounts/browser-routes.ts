import { loginConsole, registerConsoleAccount } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import { type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import type { AccountService } from './account-service.ts';
import { BrowserSessions } from './browser-sessions.ts';

/** Unlike `loginConsole`, creates a browser token and keeps the console token valid. */
export const logInBrowser = { ...loginConsole, id: 'logInBrowser' } as const;

export interface BrowserLogin {
  readonly token: string;
}

export const registerInBrowser = { ...registerConsoleAccount, id: 'registerInBrowser' } as const;

export interface BrowserRegistration extends BrowserLogin {
  readonly account: AccountRecord;
  readonly apiToken: string;
}

/** Returns the operations that have no path, because only the console's pages call them. */
export function browserRoutes(runtime: Runtime, accounts: AccountService): readonly Route[] {
  const browsers = new BrowserSessions(runtime);
  return [
    route(logInBrowser, async ({ body }) => {
      const authentication = await accounts.authenticate(body.short_name, body.password, body.new_password);
      if (!authentication.ok) return authentication;
      return reply({ token: await browsers.logIn(authentication.value) } satisfies BrowserLogin);
    }),
    route(registerInBrowser, async ({ body }) => {
      const { short_name: shortName, password, class_code: classCode } = body;
      const registration = await accounts.register({ shortName, password, classCode });
      if (!registration.ok) return registration;
      const { account, apiToken } = registration.value;
      const token = await browsers.logIn(account);
      return reply({ account, apiToken, token } satisfies BrowserRegistration);
    }),
  ];
}
