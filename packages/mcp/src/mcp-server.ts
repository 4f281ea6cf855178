import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { ProblemError, UnreachableError } from '@svc-simulator/client';
import { isOneOf, mapValues, membersOf } from '@svc-simulator/contract/fields/objects.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { performTool, requiredOf, singleOperationTools, toolInput, toolOutput } from './perform.ts';
import {
  EXAMPLE_ID,
  type NextCall,
  type Tool,
  type ToolArguments,
  type ToolContext,
  ToolError,
} from './tool.ts';
import { agentTools } from './tools.ts';

/** A tool's error, with a call that may fix it. */
export interface ToolFailure {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly next: NextCall & { readonly why: string };
}

/** Converts an error to a failure that an agent can read; undefined for an unexpected error. */
export function toToolFailure(
  { t, url }: Pick<ToolContext, 't' | 'url'>,
  error: unknown,
  tool: Tool,
  args: ToolArguments,
): ToolFailure | undefined {
  const suggestTool = (name: Tool['name'], toolArguments: ToolArguments = {}) =>
    suggestCall(t, { tool: name, arguments: toolArguments });
  const retry = { tool: tool.name, arguments: exampleArguments(tool, args), why: t('mcp.next.example') };
  if (error instanceof UnreachableError) {
    const message = t('mcp.error.unreachable', { url, reason: error.reason });
    return { code: 'no_simulator', message, next: suggestTool('start_simulator') };
  }
  if (error instanceof ToolError) {
    const { code, message, next } = error;
    const defaultCall = code === 'no_simulator' ? suggestTool('start_simulator') : retry;
    return { code, message, next: next ? suggestCall(t, next) : defaultCall };
  }
  if (!(error instanceof ProblemError)) return undefined;
  const { status, title, detail = title, errors, headers } = error;
  const code = problemCodes[status] ?? `status_${status}`;
  const failureParts = { code, message: detail, ...(errors.length > 0 && { errors }) };
  const seconds = headers.get('retry-after');
  if (seconds !== null)
    return {
      ...failureParts,
      next: { tool: tool.name, arguments: args, why: t('mcp.next.later', { seconds }) },
    };
  if (status === 401 || status === 403) return { ...failureParts, next: suggestTool('account') };
  if (status === 404)
    return { ...failureParts, next: suggestTool('list', { what: listForMissingId(tool, args) }) };
  const { session_id } = args;
  const isOfSession = (status === 409 || status === 500) && typeof session_id === 'string';
  return { ...failureParts, next: isOfSession ? suggestTool('get_session', { session_id }) : retry };
}

export function unknownTool(t: ToolContext['t'], name: string, availableTools: readonly Tool[]): ToolFailure {
  const names = availableTools.map((tool) => tool.name).join(', ');
  return {
    code: 'unknown_tool',
    message: t('mcp.error.unknown', { name, known: names }),
    next: suggestCall(t, { tool: 'search_docs', arguments: { query: name.replaceAll('_', ' ') } }),
  };
}

function suggestCall(t: ToolContext['t'], next: NextCall): ToolFailure['next'] {
  return { ...next, why: t(`mcp.tool.${next.tool}.about`) };
}

const problemCodes: Readonly<Record<number, string>> = {
  400: 'invalid_argument',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  422: 'not_possible',
  429: 'too_many',
  500: 'not_possible',
};

function listForMissingId({ name }: Tool, args: ToolArguments): string {
  if ('delivery_id' in args) return 'deliveries';
  if (name === 'transaction') return 'transactions';
  return 'agreement_id' in args ? 'agreements' : 'sessions';
}

function exampleArguments(tool: Tool, args: ToolArguments): ToolArguments {
  const { actions = {}, chooser = 'action', fills = {}, example } = tool;
  if (example)
    return mapValues(example, (value, name) => (value === EXAMPLE_ID ? exampleId(args, name) : value));
  const names = Object.keys(actions);
  const acceptsAll = (name: string) => {
    const argumentNames = Object.keys(
      membersOf(toolInput(singleOperationTools(tool)[name] ?? tool).properties),
    );
    return Object.keys(args).every((arg) => argumentNames.includes(arg));
  };
  const actionName = names.find((name) => name === args[chooser]) ?? names.find(acceptsAll) ?? names[0] ?? '';
  const fields = Object.entries(membersOf(actions[actionName]?.example)).filter(
    ([field]) => !(field in fills) && !field.endsWith('_url'),
  );
  const ids = requiredOf(toolInput(singleOperationTools(tool)[actionName] ?? tool)).map((name) => [
    name,
    exampleId(args, name),
  ]);
  return { ...(names.length > 1 && { [chooser]: actionName }), ...Object.fromEntries([...ids, ...fields]) };
}

function exampleId(args: ToolArguments, name: string): unknown {
  return /^[0-9a-f-]{8,36}$/i.test(String(args[name])) ? args[name] : EXAMPLE_ID;
}

export interface ServerParts {
  readonly t: Texts;
  readonly version: string;
  /** True on the agent's machine, where tools with `isLocal` are available. */
  readonly isLocal: boolean;
  /**
   * Returns the context of a call.
   * @throws ToolError if there is no simulator or account
   */
  readonly createContext: () => Promise<ToolContext>;
}

const prompts = ['integrate', 'why_refused'] as const;

/** Creates a Model Context Protocol server with the tools. It stores nothing between calls. */
export function mcpServer({ t, version, isLocal, createContext }: ServerParts): Server {
  const availableTools = agentTools.filter((tool) => isLocal || !tool.isLocal);
  const capabilities = { tools: {}, prompts: {} };
  const instructions = t('mcp.instructions', { where: isLocal ? 'local' : 'account' });
  const server = new Server({ name: 'svc-simulator', version }, { capabilities, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: availableTools.map((tool) => listedTool(tool, t)),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    const tool = availableTools.find((other) => other.name === name);
    return tool
      ? callTool(tool, args, { t, createContext })
      : failedResult(unknownTool(t, name, availableTools));
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: prompts.map((name) => ({
      name,
      description: t(`mcp.prompt.${name}.about`),
      ...(name === 'why_refused' && { arguments: [{ name: 'delivery_id' }] }),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const names = prompts.join(', ');
    if (!isOneOf(prompts, name))
      throw new McpError(ErrorCode.InvalidParams, t('mcp.error.unknown', { name, known: names }));
    const text = t(`mcp.prompt.${name}.text`, { delivery: args.delivery_id ?? 'none' });
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

export function listedTool(tool: Tool, t: Texts) {
  const { name, actions = {}, reads, destroys } = tool;
  const operations = Object.values(actions);
  const onlyReads = reads ?? (operations.length > 0 && operations.every(({ method }) => method === 'GET'));
  return {
    name,
    description: t(`mcp.tool.${name}.about`),
    inputSchema: toolInput(tool) as { type: 'object' },
    outputSchema: toolOutput(tool) as { type: 'object' },
    annotations: onlyReads ? { readOnlyHint: true } : { destructiveHint: destroys === true },
  };
}

async function callTool(
  tool: Tool,
  args: ToolArguments,
  { t, createContext }: Pick<ServerParts, 't' | 'createContext'>,
) {
  let context: ToolContext | undefined;
  try {
    context = await createContext();
    const answer = await performTool(tool, context, args);
    return { content: [resultText(answer)], structuredContent: { ...answer } };
  } catch (error) {
    const failure = toToolFailure(context ?? { t, url: '' }, error, tool, args);
    if (!failure) throw error;
    return failedResult(failure);
  }
}

/** Returns a failure as a result, because a client may not show protocol errors to its model. */
function failedResult(failure: ToolFailure) {
  return { isError: true, content: [resultText({ error: failure })] };
}

function resultText(value: object) {
  return { type: 'text' as const, text: JSON.stringify(value) };
}
