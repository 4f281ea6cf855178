import type { AgentCommands } from '../mcp/serve-agent.ts';
import { runCommand } from '../request-command.ts';

export const agentCommands: AgentCommands = {
  start: async () => (await import('../start/start.ts')).startCommand,
  env: async () => (await import('./env.ts')).env,
  init: async () => (await import('./init.ts')).init,
  doctor: async () => (await import('../doctor/doctor.ts')).doctor,
  save: async () => (await import('./snapshot.ts')).snapshotCommands.save,
  load: async () => (await import('./snapshot.ts')).snapshotCommands.load,
};

export const mcp = runCommand({
  run: async ({ values, context }) => {
    const { serveAgent } = await import('../mcp/serve-agent.ts');
    await serveAgent(context, values, agentCommands);
  },
});
