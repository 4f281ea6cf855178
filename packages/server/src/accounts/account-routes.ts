import * as api from '@svc-simulator/contract';
import { isoOf } from '@svc-simulator/core';
import { presentOutcome, type Route, route } from '../route.ts';
import { bearer } from '../tokens/account-tokens.ts';
import type { AccountService } from './account-service.ts';

export function accountRoutes(accounts: AccountService): readonly Route[] {
  return [
    route(api.registerConsoleAccount, async ({ body }) => {
      const { short_name: shortName, password, class_code: classCode } = body;
      const registration = await accounts.register({ shortName, password, classCode });
      return presentOutcome(registration, ({ account, apiToken, consoleToken }) => ({
        account_id: account.id,
        short_name: account.shortName,
        console_token: consoleToken,
        key: { id: account.key.id, token: apiToken, webhook_secret: account.webhookSecret },
      }));
    }),
    route(api.registerAccount, async ({ body }) => {
      const registration = await accounts.register({ shortName: body.short_name, password: body.password });
      return presentOutcome(registration, ({ account, apiToken }) => ({
        account_id: account.id,
        token: apiToken,
        webhook_secret: account.webhookSecret,
      }));
    }),
    route(api.loginConsole, async ({ body }) => {
      const login = await accounts.loginToConsole(body.short_name, body.password, body.new_password);
      return presentOutcome(login, (grant) => ({
        account_id: grant.accountId,
        console_token: grant.consoleToken,
      }));
    }),
    route(api.exchangeToken, async ({ account, header, body: { password } }) => {
      const apiToken = bearer(header('authorization'));
      return presentOutcome(
        await accounts.exchangeToken(account, apiToken, password),
        ({ token, endsAt }) => ({ account_id: account.id, console_token: token, expires_at: isoOf(endsAt) }),
      );
    }),
    route(api.loginApi, async ({ body }) =>
      presentOutcome(await accounts.loginToApi(body.short_name, body.password), (tokens) => tokens),
    ),
    route(api.refreshApiToken, async ({ body }) =>
      presentOutcome(await accounts.refreshTokens(body.refreshToken), (tokens) => tokens),
    ),
  ];
}
