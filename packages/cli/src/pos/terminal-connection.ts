import { getKeys } from '@svc-simulator/contract';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { type ConnectionOptions, connect, isNamed, takesConnection } from '../connection/connection.ts';
import { TerminalCalls } from './terminal-calls.ts';
import { type PairedTerminal, terminalIn, terminalsFileOf } from './terminals-file.ts';

export interface TerminalOptions extends ConnectionOptions {
  readonly terminal?: string;
}

/** A terminal that was paired here, ready to call the simulator. */
export interface ConnectedTerminal {
  readonly file: string;
  readonly terminal: PairedTerminal;
  readonly calls: TerminalCalls;
}

/** Declares which terminal a command is, and how it reaches the simulator. */
export function takesTerminal(command: Command): Command {
  return takesConnection(
    command.option('--terminal <serial>', 'which terminal; default: the one that was paired last'),
  );
}

/** Finds the terminal and the simulator. @throws CommandError when one of them is not to be found. */
export async function connectTerminal(
  context: CliContext,
  options: TerminalOptions,
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
  const terminal = await terminalIn(file, choice, context.program);
  return { file, terminal, calls: new TerminalCalls(context, connection, terminal) };
}
