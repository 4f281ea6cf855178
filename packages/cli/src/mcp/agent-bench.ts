import { randomUUID } from 'node:crypto';
import { issueMerchantToken, type Operation } from '@svc-simulator/contract';
import { type Bench, ToolError } from '@svc-simulator/mcp/tool.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import { type Connection, type ConnectionOptions, connect } from '../connection/connection.ts';
import { CommandError } from '../failures.ts';
import { failedBy, type InnerCommands } from './inner-commands.ts';

/** What an agent's tools work with on this machine: the simulator that the other commands find, and these commands. */
export async function agentBench(
  context: CliContext,
  options: ConnectionOptions,
  { t, commands }: { readonly t: Texts; readonly commands: InnerCommands },
): Promise<Bench> {
  const found = await connect(context, options).catch(asToolError);
  const connection = (): Connection => {
    if (found instanceof ToolError) throw found;
    return found;
  };
  const clientFor = ({ auth }: Operation) => {
    try {
      if (auth === 'none' || auth === 'merchant') return connection().open();
      return auth === 'console' ? connection().console() : connection().api();
    } catch (error) {
      throw asToolError(error);
    }
  };
  return {
    t,
    url: found instanceof ToolError ? '' : found.url,
    now: () => connection().now(),
    newId: randomUUID,
    async call(operation, request = {}) {
      const client = clientFor(operation);
      if (operation.auth !== 'merchant') return client.callUnchecked(operation, request);
      // A merchant's credential is made of the console's.
      const { data } = await clientFor(issueMerchantToken).call(issueMerchantToken);
      const params = { ...request.params, merchantId: data.merchantId };
      const headers = { authorization: `Bearer ${data.accessToken}` };
      return client.callUnchecked(operation, { ...request, params, headers });
    },
    follow: ({ sessionId, after }, withinMs) =>
      connection().follow({ sessionId, after, signal: context.deadline(withinMs) }),
    examine: (url) => commands.run(['doctor', url, ...own(options)]),
    command: (name, ...words) =>
      commands.run([name, ...words, ...(name === 'start' || name === 'init' ? [] : own(options))]),
  };
}

/** The options by which the other commands find the same simulator. */
function own({ mock, key, consoleToken, data }: ConnectionOptions): readonly string[] {
  const flags = { '--mock': mock, '--key': key, '--console-token': consoleToken, '--data': data };
  return Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
}

function asToolError(error: unknown): ToolError {
  if (!(error instanceof CommandError)) throw error;
  return failedBy(error.exitCode, error.message);
}
