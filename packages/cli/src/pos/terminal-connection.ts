import { getKeys } from '@svc-simulator/contract';
import type { CliContext } from '../cli-context.ts';
import { type ConnectionOptions, connect, isNamed } from '../connection/connection.ts';
import { type Given, taking } from '../takes.ts';
import { TerminalCalls } from './terminal-calls.ts';
import { type PairedTerminal, terminalIn, terminalsFileOf } from './terminals-file.ts';

/** Which terminal a command is. */
export const terminalTakes = taking({
  '--terminal <serial>': 'cli.pos.terminal',
});

/** A terminal that was paired here, ready to call the simulator. */
export interface ConnectedTerminal {
  readonly file: string;
  readonly terminal: PairedTerminal;
  readonly calls: TerminalCalls;
}

/** Finds the terminal and the simulator. @throws CommandError when one of them is not to be found. */
export async function connectTerminal(
  context: CliContext,
  options: Given<typeof terminalTakes> & ConnectionOptions,
): Promise<ConnectedTerminal> {
  const connection = await connect(context, options);
  const file = terminalsFileOf(context, options);
  const merchantId = isNamed(options)
    ? (await connection.console().call(getKeys)).data.merchant_id
    : undefined;
  const choice = {
    serial: options.terminal,
    merchantId,
    ownMerchantId: connection.account?.merchant_id ?? undefined,
  };
  const terminal = await terminalIn(context.t, file, choice, context.program);
  return { file, terminal, calls: new TerminalCalls(context, connection, terminal) };
}
