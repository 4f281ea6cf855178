import { runCommand } from '../plain-command.ts';

export const declare = runCommand({
  help: ({ t, program }) => t('cli.mcp.help', { program }),
  json: 'cli.mcp.json',
  run: async ({ given, context }) => {
    // The protocol and its tools are loaded by those who serve them.
    const { serveAgent } = await import('../mcp/serve-agent.ts');
    await serveAgent(context, given);
  },
});
