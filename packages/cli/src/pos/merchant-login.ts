import { ProblemError } from '@svc-simulator/client';
import { issueMerchantToken, loginMerchant } from '@svc-simulator/contract';
import type { CliContext } from '../cli-context.ts';
import type { Connection } from '../connection/connection.ts';
import { refusal, wrongUsage } from '../failures.ts';
import { type Given, taking } from '../takes.ts';

/** How to log in as a merchant; that of the account that the command works as needs no login. */
export const merchantTakes = taking({
  '--email <email>': 'cli.pos.email',
  '--password <password>': { text: 'cli.pos.password', env: 'SIM_PASSWORD' },
});

/** A merchant that has logged in; its token goes into the headers of its calls. */
export interface Merchant {
  readonly id: string;
  readonly headers: { readonly authorization: string };
}

/**
 * A token of the merchant of `--email` (specification, Merchant), else of that of the account that the command works as.
 * @throws CommandError when a password is missing, or no account is known.
 */
export async function logInMerchant(
  { t, program }: Pick<CliContext, 't' | 'program'>,
  connection: Connection,
  { email, password }: Given<typeof merchantTakes>,
): Promise<Merchant> {
  if (email === undefined) {
    const { data } = await connection
      .console()
      .call(issueMerchantToken)
      .catch((error) => {
        if (error instanceof ProblemError && error.status === 404)
          throw refusal(t('cli.pos.no_merchant', { program }));
        throw error;
      });
    return merchantWith(data.merchantId, data.accessToken);
  }
  if (password === undefined) {
    throw wrongUsage(t('cli.pos.pass_password_merchant_password'));
  }
  const { data } = await connection.open().call(loginMerchant, { body: { email, password } });
  return merchantWith(data.merchantId, data.accessToken);
}

function merchantWith(id: string, token: string): Merchant {
  return { id, headers: { authorization: `Bearer ${token}` } };
}
