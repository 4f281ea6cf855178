import { loginMerchant } from '@svc-simulator/contract';
import type { Command } from 'commander';
import type { Connection, ConnectionOptions } from '../connection.ts';
import { EnvOption } from '../env-option.ts';
import { CommandError } from '../failures.ts';
import { dataDirectoryOf, readRunFile } from '../run-file.ts';
import type { Surroundings } from '../surroundings.ts';

export interface MerchantOptions extends ConnectionOptions {
  readonly email?: string;
  readonly password?: string;
  readonly merchant?: string;
  readonly token?: string;
}

/** A merchant that has logged in; its token goes into the headers of its calls. */
export interface Merchant {
  readonly id: string;
  readonly headers: { readonly authorization: string };
}

/** Declares how to log in as a merchant; the demo account's is known by the run file. */
export function takesMerchant(command: Command): Command {
  return command
    .option('--email <email>', "the merchant's e-mail; default: that of the demo account's merchant")
    .addOption(
      new EnvOption('--password <password>', "the merchant's password, with --email", 'SIM_PASSWORD'),
    )
    .option('--merchant <id>', "the merchant's id, with --token: instead of a login")
    .option('--token <jwt>', 'access token of the merchant');
}

/**
 * Logs a merchant in (specification, Merchant): that of `--email`, else of `--merchant`, else of the demo account.
 * @throws CommandError when none is known, or half of one.
 */
export async function logInMerchant(
  surroundings: Surroundings,
  connection: Connection,
  options: MerchantOptions,
): Promise<Merchant> {
  const { merchant, token } = options;
  if (merchant !== undefined && token !== undefined) return merchantWith(merchant, token);
  if (merchant !== undefined || token !== undefined) {
    throw new CommandError('usage', '--merchant and --token go together: the id, and an access token of it');
  }
  const body = await credentials(surroundings, connection, options);
  const { data } = await connection.open().call(loginMerchant, { body });
  return merchantWith(data.merchantId, data.accessToken);
}

async function credentials(
  surroundings: Surroundings,
  { account }: Connection,
  { email, password, mock, data }: MerchantOptions,
): Promise<{ email: string; password: string }> {
  if (email !== undefined) {
    if (password !== undefined) return { email, password };
    throw new CommandError('usage', 'pass the password of the merchant with --password or SIM_PASSWORD');
  }
  if (account && account.merchant_email !== null) {
    return { email: account.merchant_email, password: account.password };
  }
  const { directory, program } = surroundings;
  const nobody = mock === undefined && (await readRunFile(dataDirectoryOf(directory, data))) === null;
  if (nobody) {
    throw new CommandError(
      'unreachable',
      `no simulator was found here; start one with ${program} start in this directory, or pass --mock, --email and --password`,
    );
  }
  throw new CommandError(
    'usage',
    "which merchant? pass --email and --password, or --merchant and --token; only the demo account's is known",
  );
}

function merchantWith(id: string, token: string): Merchant {
  return { id, headers: { authorization: `Bearer ${token}` } };
}
