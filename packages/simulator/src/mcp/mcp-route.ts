import { ofControl } from '@svc-simulator/contract/operation.ts';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { AgentParts, agentAnswers } from './agent-answers.ts';

/** What an agent sends each message to. The protocol describes itself, so this is no operation of the contract. */
const mcp = ofControl.post('mcp', '/mcp', { aliases: [], title: 'MCP' });

/** `POST /mcp`; what it takes is loaded when an agent comes. */
export function mcpRoute(parts: AgentParts): Route {
  let loaded: Promise<ReturnType<typeof agentAnswers>> | undefined;
  return route(mcp, async (call) => {
    loaded ??= import('./agent-answers.ts').then(({ agentAnswers }) => agentAnswers(parts));
    return (await loaded)(call);
  });
}
