import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Operation } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Failure, failureOf, unknownTool } from './failures.ts';
import { explainedInput, outputOf, perform } from './perform.ts';
import { promptsIn, promptText } from './prompts.ts';
import { readResource, resourcesIn, templatesIn } from './resources.ts';
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

/** A server of the Model Context Protocol that offers the tools; it holds nothing between two calls. */
export function mcpServer({ t, version, isLocal, benchFor }: ServerParts): Server {
  const offered = tools.filter((tool) => isLocal || !tool.isLocal);
  const server = new Server(
    { name: 'svc-simulator', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: t(isLocal ? 'mcp.instructions.local' : 'mcp.instructions.account'),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offered.map((tool) => toldTool(tool, t)),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    const tool = offered.find((each) => each.name === name);
    return tool ? answerOf(tool, args, { t, benchFor }) : failed(unknownTool(t, name, offered));
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: resourcesIn(t) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: templatesIn(t) }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const found = await readResource(await benchFor(), uri);
    if (!found) throw new McpError(-32002, t('mcp.error.unknown_resource', { uri }), { uri });
    return { contents: [{ uri, ...found }] };
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: promptsIn(t) }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const text = promptText(t, name, args);
    if (text === undefined)
      throw new McpError(
        ErrorCode.InvalidParams,
        t('mcp.error.unknown_prompt', {
          name,
          known: promptsIn(t)
            .map((each) => each.name)
            .join(', '),
        }),
      );
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

/** A tool as the list has it. */
export function toldTool(tool: Tool, t: Texts) {
  const { name, actions = {}, reads, destroys } = tool;
  const operations: readonly Operation[] = Object.values(actions);
  const onlyReads = reads ?? (operations.length > 0 && operations.every(({ method }) => method === 'GET'));
  return {
    name,
    description: t(`mcp.tool.${name}.about`),
    inputSchema: explainedInput(tool, t) as { type: 'object' },
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
