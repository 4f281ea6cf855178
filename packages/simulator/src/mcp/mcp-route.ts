import { controlApi } from '@svc-simulator/contract/operation.ts';
import { type Route, route } from '@svc-simulator/server/route.ts';
import type { AgentParts, agentAnswers } from './agent-answers.ts';

/** The endpoint of agents' messages isn't in the contract, because the protocol describes itself. */
const mcpOperation = controlApi.post('mcp', '/mcp', { aliases: [], title: 'MCP' });

/** Handles `POST /mcp`; its code is loaded for the first agent. */
export function mcpRoute(parts: AgentParts): Route {
  let handler: Promise<ReturnType<typeof agentAnswers>> | undefined;
  return route(mcpOperation, async (call) => {
    handler ??= import('./agent-answers.ts').then(({ agentAnswers }) => agentAnswers(parts));
    return (await handler)(call);
  });
}
