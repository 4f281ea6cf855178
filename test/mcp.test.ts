import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

/** An agent that has `sim mcp` in an empty folder, and nothing else. */
async function agentIn(cwd: string) {
  const client = new Client({ name: 'test', version: '0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${root}bin/sim.js`, 'mcp'],
    cwd,
    stderr: 'inherit',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  await client.listTools();
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: args });
    const [{ text = '{}' } = {}] = content as { text?: string }[];
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which tests look into
    return JSON.parse(text) as any;
  };
  return { client, call };
}

it('starts a simulator, pays a session, and takes the simulator with it when the agent goes', async () => {
  const { client, call } = await agentIn(scratchFolder());
  const { url, started } = await call('start_simulator', { port: 0 });
  expect(started).toBe(true);
  const { id: session_id } = await call('create_session', { amount_reference: 5 });
  expect(await call('pay_session', { session_id })).toMatchObject({ status: 'paid' });
  expect((await call('nothing')).error.next.tool).toBe('search_docs');
  await client.close();
  await expect(fetch(url)).rejects.toThrow();
});
