import {
  ACCESS_TOKEN_SECONDS,
  createConsoleMerchant,
  getConsoleMerchant,
  issueMerchantToken,
  loginMerchant,
  refuse,
  registerMerchant,
} from '@svc-simulator/contract';
import { merchantData } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import type { AccountService } from '../accounts/account-service.ts';
import { accountOfToken } from '../http/credentials.ts';
import { presented, reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';
import type { AccessTokenEnds, AccessTokens } from './access-tokens.ts';
import { MerchantService } from './merchant-service.ts';

/** Registration and login of merchants (contract sections 2 and 6). */
export function merchantRoutes(
  runtime: Runtime,
  accounts: AccountService,
  tokens: AccessTokens,
): readonly Route[] {
  const merchants = new MerchantService(runtime, accounts);
  // Tokens live by the machine's time, whatever the account's clock shows.
  const tokenOf = async (merchantId: string, ends: AccessTokenEnds) => ({
    accessToken: await tokens.issue(merchantId, runtime.clock.now(), ends),
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_SECONDS,
    merchantId,
  });
  return [
    route(registerMerchant, async ({ body }) => presented(await merchants.register(body), merchantData)),
    route(createConsoleMerchant, async ({ account, body }) =>
      presented(await merchants.addTo(account.id, body), merchantData),
    ),
    route(getConsoleMerchant, async ({ account: { merchantId } }) => {
      const merchant = merchantId && (await runtime.store.get('merchant', merchantId));
      if (!merchant) return noMerchant;
      const { taxId, email } = merchant;
      return reply({ ...merchantData(merchant), taxId, email });
    }),
    route(loginMerchant, async ({ body }) => {
      const login = await merchants.login(body.email, body.password);
      if (!login.ok) return login;
      const { merchantId, account } = login.value;
      return reply(await tokenOf(merchantId, { tokenEpoch: account.tokenEpoch }));
    }),
    route(issueMerchantToken, async ({ account, header }) => {
      if (account.merchantId === undefined) return noMerchant;
      // The account may have been read after a revocation that its own token was not seen to have.
      const asking = await accountOfToken(
        runtime.store,
        'console',
        header('authorization'),
        runtime.clock.now(),
      );
      if (!asking.ok) return asking;
      const { tokenEpoch, revocations = 0 } = account;
      const { limited, grantedBy } = asking.value.token;
      const madeWith = limited && grantedBy;
      return reply(await tokenOf(account.merchantId, { tokenEpoch, revocations, madeWith }));
    }),
  ];
}

const noMerchant = refuse({
  status: 404,
  title: 'problem.title.no_merchant',
  ...message('problem.merchant.none'),
});
