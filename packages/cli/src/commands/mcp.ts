import type { AgentCommands } from '../mcp/serve-agent.ts';
import { runCommand } from '../plain-command.ts';

export const agentCommands: AgentCommands = {
  start: () => import('./start.ts'),
  env: () => import('./env.ts'),
  init: () => import('./init.ts'),
  doctor: () => import('../doctor/doctor.ts'),
  save: async () => ({ declare: (await import('./snapshot.ts')).snapshotCommands.save }),
  load: async () => ({ declare: (await import('./snapshot.ts')).snapshotCommands.load }),
};

export const declare = runCommand({
  help: ({ t, program }) => t('cli.mcp.help', { program }),
  json: 'cli.mcp.json',
  run: async ({ given, context }) => {
    // The protocol and its tools are loaded by those who serve them.
    const { serveAgent } = await import('../mcp/serve-agent.ts');
    await serveAgent(context, given, agentCommands);
  },
});
