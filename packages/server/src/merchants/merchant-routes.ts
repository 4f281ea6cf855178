import {
  ACCESS_TOKEN_SECONDS,
  createConsoleMerchant,
  issueMerchantToken,
  loginMerchant,
  refuse,
  registerMerchant,
} from '@svc-simulator/contract';
import { merchantData } from '@svc-simulator/core';
import type { AccountService } from '../accounts/account-service.ts';
import { presented, reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import type { AccessTokens } from './access-tokens.ts';
import { MerchantService } from './merchant-service.ts';

/** Registration and login of merchants (contract sections 2 and 6). */
export function merchantRoutes(
  runtime: Runtime,
  accounts: AccountService,
  tokens: AccessTokens,
): readonly Route[] {
  const merchants = new MerchantService(runtime, accounts);
  // Tokens live by the machine's time, whatever the account's clock shows.
  const tokenOf = async (merchantId: string) => ({
    accessToken: await tokens.issue(merchantId, runtime.clock.now()),
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_SECONDS,
    merchantId,
  });
  return [
    route(registerMerchant, async ({ body }) => presented(await merchants.register(body), merchantData)),
    route(createConsoleMerchant, async ({ account, body }) =>
      presented(await merchants.addTo(account.id, body), merchantData),
    ),
    route(loginMerchant, async ({ body }) => {
      const login = await merchants.login(body.email, body.password);
      if (!login.ok) return login;
      return reply(await tokenOf(login.value.id));
    }),
    route(issueMerchantToken, async ({ account }) =>
      account.merchantId === undefined ? noMerchant : reply(await tokenOf(account.merchantId)),
    ),
  ];
}

const noMerchant = refuse({
  status: 404,
  title: 'No merchant',
  detail: 'The account has no merchant profile; POST /console/merchant gives it one.',
});
