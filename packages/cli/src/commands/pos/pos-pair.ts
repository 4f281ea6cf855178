import { ProblemError } from '@svc-simulator/client';
import { activateTerminal, pairTerminal, unpairTerminal } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { type Connection, connect, takesConnection } from '../../connection/connection.ts';
import { CommandError } from '../../failures.ts';
import {
  logInMerchant,
  type Merchant,
  type MerchantOptions,
  takesMerchant,
} from '../../pos/merchant-login.ts';
import { TerminalCalls } from '../../pos/terminal-calls.ts';
import { keepTerminal, readTerminals, terminalsFileOf } from '../../pos/terminals-file.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { columns, plain } from '../../rendering/text.ts';

interface Options extends MerchantOptions, ReportOptions {
  readonly again?: boolean;
}

const SERIAL_DEFAULT = 'VT-0001';

export const declarePosPair: Declare = (command, context) => {
  command
    .argument('[serial]', 'serial of the terminal, any text', SERIAL_DEFAULT)
    .option('--again', 'unlink it first, when it is linked already');
  takesConnection(takesMerchant(command))
    .option('--json', 'print {"serial","merchant_id","secret_key"}')
    .action((serial: string, options: Options) => pair(context, serial, options));
};

async function pair(context: CliContext, serial: string, options: Options): Promise<void> {
  const { program } = context;
  const connection = await connect(context, options);
  const file = terminalsFileOf(context, options);
  // A file that cannot be read is told before a secret is asked for that could not be kept.
  await readTerminals(file);
  const merchant = await logInMerchant(connection, options);
  if (options.again) await unpair(connection, merchant, serial);
  const code = await pairingCode(connection, merchant, serial, program);
  const { data } = await connection.open().call(activateTerminal, {
    params: { serialNumber: serial },
    body: { serial, code },
  });
  const paired = { serial, merchant_id: merchant.id, secret_key: data.secret_key };
  const batch = await new TerminalCalls(context, connection, { ...paired, batch: 1 }).nextBatch();
  const isNamed = options.email !== undefined || options.merchant !== undefined;
  await keepTerminal(file, { ...paired, batch, ...(isNamed && { merchant_named: true }) });
  report(context, options, paired, (colours) =>
    columns([
      [colours.dim(t`terminal`), `${plain(serial)} ${colours.green(t`paired`)}`],
      [colours.dim(t`merchant`), plain(merchant.id)],
      [colours.dim(t`kept in`), plain(file)],
    ]),
  );
  hint(context, options, t`${program} pos create --amount 12.50, and then ${program} pos list`);
}

async function unpair(connection: Connection, { id, headers }: Merchant, serial: string): Promise<void> {
  const params = { merchantId: id, serialNumber: serial };
  try {
    await connection.open().call(unpairTerminal, { params, headers });
  } catch (error) {
    const nothingToUnlink = error instanceof ProblemError && error.status === 404;
    if (!nothingToUnlink) throw error;
  }
}

async function pairingCode(
  connection: Connection,
  { id, headers }: Merchant,
  serial: string,
  program: string,
): Promise<string> {
  try {
    const { data } = await connection.open().call(pairTerminal, {
      params: { merchantId: id, serialNumber: serial },
      // Its title alone tells the refusal below from others.
      headers: { ...headers, 'accept-language': 'en' },
      body: { serial },
    });
    return data.code;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.title !== 'Terminal already linked') throw error;
    throw new CommandError(
      'refused',
      t`the terminal ${serial} is linked already; ${program} pos pair ${serial} --again unlinks it first, and another serial makes another terminal`,
    );
  }
}
