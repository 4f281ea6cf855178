import type { DemoAccount } from './known-accounts.ts';

/** What a program that is tested reads of its simulator: the address, and a ready account's credentials, as `SIM_…`. */
export function accountEnvironment(url: string, account: DemoAccount | null): Record<string, string> {
  if (account === null) return { SIM_URL: url };
  const merchant =
    account.merchant_id !== null && account.merchant_email !== null
      ? {
          SIM_MERCHANT_ID: account.merchant_id,
          SIM_MERCHANT_EMAIL: account.merchant_email,
          SIM_MERCHANT_PASSWORD: account.password,
        }
      : {};
  return {
    SIM_URL: url,
    SIM_TOKEN: account.token,
    SIM_CONSOLE_TOKEN: account.console_token,
    SIM_WEBHOOK_SECRET: account.webhook_secret,
    SIM_AGREEMENT_ID: account.agreement_id,
    SIM_ACCOUNT_ID: account.account_id,
    SIM_SHORT_NAME: account.short_name,
    SIM_PASSWORD: account.password,
    ...merchant,
  };
}
