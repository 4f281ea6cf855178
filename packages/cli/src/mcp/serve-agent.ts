import { randomUUID } from 'node:crypto';
import { issueMerchantToken, membersOf } from '@svc-simulator/contract';
import { mcpServer } from '@svc-simulator/mcp/mcp-server.ts';
import { mcpTexts } from '@svc-simulator/mcp/mcp-texts.ts';
import { type ToolContext, ToolError } from '@svc-simulator/mcp/tool.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { version } from '../../../../package.json';
import type { CliContext } from '../cli-context.ts';
import type { CommandEntry } from '../command.ts';
import { type Connection, type ConnectionOptions, connect } from '../connection/connection.ts';
import { CommandError, exitCodes } from '../failures.ts';
import { createProgram, runProgram } from '../program.ts';
import { LineTransport } from './line-transport.ts';

export async function serveAgent(
  context: CliContext,
  options: ConnectionOptions,
  agentCommands: AgentCommands,
): Promise<void> {
  const t = mcpTexts(context.t.lang);
  const commands = createInnerCommands(context, agentCommands);
  const createContext = () => createToolContext(context, options, { t, commands });
  const server = mcpServer({ t, version, isLocal: true, createContext });
  const transport = new LineTransport(process.stdin, process.stdout);
  const stopSignal = new Promise<void>((resolve) => {
    context.onStopSignal(() => resolve());
  });
  await server.connect(transport);
  await Promise.race([transport.finished, stopSignal]);
  await server.close();
  await commands.close();
}

export async function createToolContext(
  context: CliContext,
  options: ConnectionOptions,
  { t, commands }: { readonly t: Texts; readonly commands: InnerCommands },
): Promise<ToolContext> {
  const connectionOrError = await connect(context, options).catch(asToolError);
  const connection = (): Connection => {
    if (connectionOrError instanceof ToolError) throw connectionOrError;
    return connectionOrError;
  };
  return {
    t,
    url: connectionOrError instanceof ToolError ? '' : connectionOrError.url,
    now: () => connection().now(),
    newId: randomUUID,
    async call(operation, request = {}) {
      const client = connection();
      try {
        if (operation.auth !== 'merchant') return await client.callUnchecked(operation, request);
        // The operation requires a merchant's token, which this call gets with a console token.
        const { data } = await client.call(issueMerchantToken);
        const params = { ...request.params, merchantId: data.merchantId };
        const headers = { authorization: `Bearer ${data.accessToken}` };
        return await client.callUnchecked(operation, { ...request, params, headers });
      } catch (error) {
        throw asToolError(error);
      }
    },
    follow: ({ sessionId, after }, withinMs) =>
      connection().follow({ sessionId, after, signal: context.deadline(withinMs) }),
    testReceiver: (url) => commands.run(['doctor', url, ...connectionWords(options)]),
    command: (name, ...words) =>
      commands.run([
        name,
        ...words,
        ...(name === 'start' || name === 'init' ? [] : connectionWords(options)),
      ]),
  };
}

function connectionWords({ mock, key, consoleToken, data }: ConnectionOptions): readonly string[] {
  const flags = { '--mock': mock, '--key': key, '--console-token': consoleToken, '--data': data };
  return Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
}

function asToolError(error: unknown): ToolError {
  if (!(error instanceof CommandError)) throw error;
  return toolErrorFor(error.exitCode, error.message);
}

export type AgentCommands = Readonly<Record<string, CommandEntry['load']>>;

export type InnerCommands = ReturnType<typeof createInnerCommands>;

/**
 * Runs commands for an agent. Their JSON output is the result; nothing is written to the streams of this
 * process.
 */
export function createInnerCommands(outerContext: CliContext, commands: AgentCommands) {
  const stopListeners = new Set<(signal: NodeJS.Signals) => void>();
  const runs = new Set<Promise<number>>();
  return {
    async run([name = '', ...args]: readonly string[]): Promise<object> {
      const words = [...args, '--json'];
      let finish = (_code: number) => {};
      const firstLineWritten = new Promise<number>((resolve) => {
        finish = resolve;
      });
      const outputTexts = { stdout: '', stderr: '' };
      const output = (stream: 'stdout' | 'stderr') => ({
        write: (text: string) => {
          outputTexts[stream] += text;
          if (stream === 'stdout' && text.includes('\n')) finish(exitCodes.done);
        },
        isTerminal: false,
        width: undefined,
      });
      const context: CliContext = {
        ...outerContext,
        words: [name, ...words],
        stdout: output('stdout'),
        stderr: output('stderr'),
        ask: async () => null,
        onStopSignal: (listener) => {
          stopListeners.add(listener);
          return () => stopListeners.delete(listener);
        },
      };
      const program = createProgram('sim', context);
      (await commands[name]?.())?.(program, context);
      const run = runProgram(program, words, context);
      runs.add(run);
      const code = await Promise.race([run, firstLineWritten]);
      const [line = ''] = outputTexts.stdout.trim().split('\n');
      // Output is a result even if the command failed, as for `sim doctor` with a faulty receiver.
      if (line !== '') return membersOf(JSON.parse(line));
      throw toolErrorFor(code, errorTextIn(outputTexts.stderr));
    },
    async close(): Promise<void> {
      for (const stop of stopListeners) stop('SIGTERM');
      await Promise.all(runs);
    },
  };
}

export function toolErrorFor(code: number, message: string): ToolError {
  return new ToolError(code === exitCodes.unreachable ? 'no_simulator' : 'refused', message);
}

function errorTextIn(text: string): string {
  try {
    const { detail, title } = membersOf(JSON.parse(text));
    return String(detail ?? title);
  } catch {
    return text.trim();
  }
}
