import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { isOneOf } from '@svc-simulator/contract/fields/objects.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Failure, failureOf, unknownTool } from './failures.ts';
import { inputOf, outputOf, perform } from './perform.ts';
import type { Arguments, Bench, Tool } from './tool.ts';
import { tools } from './tools.ts';

export interface ServerParts {
  readonly t: Texts;
  readonly version: string;
  /** On the agent's machine: with the tools that work there. */
  readonly isLocal: boolean;
  /** What a call works with; made for each. @throws ToolError when there is none */
  readonly benchFor: () => Promise<Bench>;
}

/** What a person may ask an agent for by name. */
const prompts = ['integrate', 'why_refused'] as const;

/** A server of the Model Context Protocol that offers the tools; it holds nothing between two calls. */
export function mcpServer({ t, version, isLocal, benchFor }: ServerParts): Server {
  const offered = tools.filter((tool) => isLocal || !tool.isLocal);
  const capabilities = { tools: {}, prompts: {} };
  const instructions = t('mcp.instructions', { where: isLocal ? 'local' : 'account' });
  const server = new Server({ name: 'svc-simulator', version }, { capabilities, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offered.map((tool) => toldTool(tool, t)),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    const tool = offered.find((each) => each.name === name);
    return tool ? answerOf(tool, args, { t, benchFor }) : failed(unknownTool(t, name, offered));
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map((name) => ({
      name,
      description: t(`mcp.prompt.${name}.about`),
      ...(name === 'why_refused' && { arguments: [{ name: 'delivery_id' }] }),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const known = prompts.join(', ');
    if (!isOneOf(prompts, name))
      throw new McpError(ErrorCode.InvalidParams, t('mcp.error.unknown', { name, known }));
    const text = t(`mcp.prompt.${name}.text`, { delivery: args.delivery_id ?? 'none' });
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

/** A tool as the list has it. */
export function toldTool(tool: Tool, t: Texts) {
  const { name, actions = {}, reads, destroys } = tool;
  const operations = Object.values(actions);
  const onlyReads = reads ?? (operations.length > 0 && operations.every(({ method }) => method === 'GET'));
  return {
    name,
    description: t(`mcp.tool.${name}.about`),
    inputSchema: inputOf(tool) as { type: 'object' },
    outputSchema: outputOf(tool) as { type: 'object' },
    annotations: onlyReads ? { readOnlyHint: true } : { destructiveHint: destroys === true },
  };
}

async function answerOf(tool: Tool, args: Arguments, { t, benchFor }: Pick<ServerParts, 't' | 'benchFor'>) {
  let bench: Bench | undefined;
  try {
    bench = await benchFor();
    const answer = await perform(tool, bench, args);
    return { content: [textOf(answer)], structuredContent: { ...answer } };
  } catch (error) {
    const failure = failureOf(bench ?? { t, url: '' }, error, tool, args);
    if (!failure) throw error;
    return failed(failure);
  }
}

/** A model reads what a tool answers; what the protocol refuses it may never see. */
function failed(failure: Failure) {
  return { isError: true, content: [textOf({ error: failure })] };
}

function textOf(value: object) {
  return { type: 'text' as const, text: JSON.stringify(value) };
}
