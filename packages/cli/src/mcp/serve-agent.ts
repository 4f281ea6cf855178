import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { mcpServer } from '@svc-simulator/mcp/mcp-server.ts';
import { mcpTexts } from '@svc-simulator/mcp/mcp-texts.ts';
import { version } from '../../../../package.json';
import type { CliContext } from '../cli-context.ts';
import type { ConnectionOptions } from '../connection/connection.ts';
import { agentBench } from './agent-bench.ts';
import { type AgentCommands, innerCommands } from './inner-commands.ts';

/** Serves an agent over stdin and stdout until stdin ends. */
export async function serveAgent(
  context: CliContext,
  options: ConnectionOptions,
  own: AgentCommands,
): Promise<void> {
  const t = mcpTexts(context.t.lang);
  const commands = innerCommands(context, own);
  const benchFor = () => agentBench(context, options, { t, commands });
  const server = mcpServer({ t, version, isLocal: true, benchFor });
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    context.onStopSignal(() => resolve());
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
  await commands.close();
}
