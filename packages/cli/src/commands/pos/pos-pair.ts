import { ProblemError } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { CliContext } from '../../cli-context.ts';
import type { Connection } from '../../connection/connection.ts';
import { refusal, wrongUsage } from '../../failures.ts';
import { defineParameters, type ParsedInput } from '../../parameters.ts';
import { readTerminals, saveTerminal, TerminalCalls, terminalsFilePath } from '../../pos/terminal-calls.ts';
import { alignColumns, printable } from '../../rendering/text.ts';
import { runCommand } from '../../request-command.ts';

/** Without `--email`, the merchant of the command's own account is used, which needs no login. */
export const merchantParameters = defineParameters({
  '--email <email>': 'cli.pos.email',
  '--password <password>': { text: 'cli.pos.password', env: 'SIM_PASSWORD' },
});

export const pairCommand = runCommand({
  parameters: {
    '[serial]': { text: 'cli.pos.pair.serial', fallback: 'VT-0001' },
    '--again': 'cli.pos.pair.again',
    ...merchantParameters,
  },
  run: async ({ t, values, context, connect, report, hint }) => {
    const { serial, again, email } = values;
    const { program } = context;
    const connection = await connect();
    const file = terminalsFilePath(context, values);
    await readTerminals(t, file);
    const merchant = await logInMerchant(context, connection, values);
    if (again) await unpairIfLinked(connection, merchant, serial);
    const code = await requestPairingCode(context, connection, merchant, serial);
    const { data } = await connection.call(api.activateTerminal, {
      params: { serialNumber: serial },
      body: { serial, code },
    });
    const pairing = { serial, merchant_id: merchant.id, secret_key: data.secret_key };
    const batch = await new TerminalCalls(context, connection, { ...pairing, batch: 1 }).nextBatch();
    await saveTerminal(t, file, { ...pairing, batch, ...(email !== undefined && { merchant_named: true }) });
    report(pairing, (style) =>
      alignColumns([
        [
          style.dim(style.t('cli.pos.pair.terminal')),
          `${printable(serial)} ${style.green(style.t('cli.pos.pair.linked'))}`,
        ],
        [style.dim(style.t('cli.pos.pair.merchant')), printable(merchant.id)],
        [style.dim(style.t('cli.pos.pair.kept')), printable(file)],
      ]),
    );
    hint(t('cli.pos.pair.next_step', { program }));
  },
});

async function unpairIfLinked(
  connection: Connection,
  { id, headers }: Merchant,
  serial: string,
): Promise<void> {
  const params = { merchantId: id, serialNumber: serial };
  try {
    await connection.call(api.unpairTerminal, { params, headers });
  } catch (error) {
    const wasUnlinked = error instanceof ProblemError && error.status === 404;
    if (!wasUnlinked) throw error;
  }
}

async function requestPairingCode(
  { t, program }: CliContext,
  connection: Connection,
  { id, headers }: Merchant,
  serial: string,
): Promise<string> {
  try {
    const { data } = await connection.call(api.pairTerminal, {
      params: { merchantId: id, serialNumber: serial },
      // Requests the refusal in English, because the code below recognizes it by its title.
      headers: { ...headers, 'accept-language': 'en' },
      body: { serial },
    });
    return data.code;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.title !== 'Terminal already linked') throw error;
    throw refusal(t('cli.pos.pair.already_linked', { serial, program }));
  }
}

export interface Merchant {
  readonly id: string;
  readonly headers: { readonly authorization: string };
}

/**
 * Logs in the merchant of `--email`, or by default the merchant of the command's account (specification,
 * Merchant).
 * @throws CommandError if a password is missing or no account is known
 */
export async function logInMerchant(
  { t, program }: Pick<CliContext, 't' | 'program'>,
  connection: Connection,
  { email, password }: ParsedInput<typeof merchantParameters>,
): Promise<Merchant> {
  if (email === undefined) {
    const { data } = await connection.call(api.issueMerchantToken).catch((error) => {
      if (error instanceof ProblemError && error.status === 404)
        throw refusal(t('cli.pos.no_merchant', { program }));
      throw error;
    });
    return toMerchant(data.merchantId, data.accessToken);
  }
  if (password === undefined) {
    throw wrongUsage(t('cli.pos.needs_merchant_password'));
  }
  const { data } = await connection.call(api.loginMerchant, { body: { email, password } });
  return toMerchant(data.merchantId, data.accessToken);
}

function toMerchant(id: string, token: string): Merchant {
  return { id, headers: { authorization: `Bearer ${token}` } };
}
