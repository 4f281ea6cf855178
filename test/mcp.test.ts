import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { projectWith } from './support/package.ts';
import { root, startProgram, startSim } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

/** Starts an MCP client with `sim mcp` as its server, in a directory. */
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

it('starts a simulator, pays a session, and stops the simulator when the agent ends', async () => {
  const { client, call } = await agentIn(scratchFolder());
  const { url, started } = await call('start_simulator', { port: 0 });
  expect(started).toBe(true);
  const { id: session_id } = await call('create_session', { amount_reference: 5 });
  expect(await call('pay_session', { session_id })).toMatchObject({ status: 'paid' });
  expect((await call('nothing')).error.next.tool).toBe('search_docs');
  await client.close();
  await expect(fetch(url)).rejects.toThrow();
});

it('leads an agent from an empty Express project to verified webhooks, and to the fix of a wrong secret', async () => {
  const folder = projectWith(['express', 'svc-simulator'], { type: 'module' });
  symlinkSync(`${root}node_modules/express`, `${folder}/node_modules/express`);
  const { call } = await agentIn(folder);
  await call('start_simulator', { port: 0 });
  const { webhook_secret } = await call('account');
  const { files, next } = await call('add_receiver');
  expect(files).toContainEqual(expect.objectContaining({ path: 'payment-webhooks.mjs', does: 'create' }));
  const printedText = next.join('\n');
  const [line] = /import \{ receiveWebhook \} from '.*'/.exec(printedText) ?? [];
  const [mount] = /app\.post\(.*\)/.exec(printedText) ?? [];
  writeFileSync(
    `${folder}/shop.js`,
    `import express from 'express';\n${line};\nconst app = express();\n${mount};\n` +
      `const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));\n`,
  );
  const startShop = async (secret: string, port = '0') => {
    const text = readFileSync(`${folder}/shop.js`, 'utf8').replace('listen(0', `listen(${port}`);
    writeFileSync(`${folder}/shop.js`, text);
    const shop = startProgram(process.execPath, ['shop.js'], {
      cwd: folder,
      env: { WEBHOOK_SECRET: secret },
    });
    return { shop, port: await shop.lines.first((each) => each !== '') };
  };
  const { shop: wrong, port } = await startShop('whsec_of_another_account');
  const [, path] = /'(\/[^']*)'/.exec(mount ?? '') ?? [];
  const url = `http://127.0.0.1:${port}${path}`;

  const examined = await call('examine_receiver', { url });
  expect(examined.healthy).toBe(false);
  const { fix } = examined.checks.find((check: { outcome: string }) => check.outcome === 'failed');
  expect(fix).toMatch(/secret/);
  const { id: session_id } = await call('create_session', { amount_reference: 25, webhook_url: url });
  await call('pay_session', { session_id });
  await call('wait_for_event', { event: 'webhook.attempted', session_id });
  const { delivery, reason, advice } = await call('explain_delivery', { session_id });
  expect(`${reason} ${advice}`).toMatch(/secret/);
  await wrong.stop();

  const { shop } = await startShop(webhook_secret, port);
  expect((await call('examine_receiver', { url })).healthy).toBe(true);
  await call('send_webhook', { delivery_id: delivery.delivery_id });
  expect(await call('wait_for_event', { event: delivery.event, session_id })).toMatchObject({ found: true });
  expect(await shop.lines.first((each) => each.includes(session_id))).toMatch(/: /);
  await shop.stop();
});

const chunks = `${root}dist/chunks/`;
/** Chunks of the bundle that only agents need: those with the MCP protocol or a tool. */
const ofAgents = readdirSync(chunks).filter((name) =>
  /tools\/list|mcp-session-id|wait_for_event/.test(readFileSync(chunks + name, 'utf8')),
);

/** Runs `sim`, and records at its end which files it has loaded. */
function startRecordingModules(...words: readonly string[]) {
  const folder = scratchFolder();
  const [hook, list] = [join(folder, 'hook.cjs'), join(folder, 'loaded.json')];
  const note = `require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache)))`;
  writeFileSync(hook, `process.once('exit', () => ${note});\n`);
  const program = startSim(words, { cwd: folder, env: { NODE_OPTIONS: `--require ${hook}` } });
  const loadedModules = async () => {
    expect((await program.exited).code).toBe(0);
    return JSON.parse(readFileSync(list, 'utf8')).map((file: string) => basename(file)) as string[];
  };
  return { program, loaded: loadedModules };
}

const startWords = ['start', '--port', '0', '--ephemeral', '--json', '--quiet'];

it('loads the code for agents only after an agent has connected', async () => {
  const help = await startRecordingModules('--help').loaded();
  const alone = startRecordingModules(...startWords);
  await alone.program.lines.first((line) => line.startsWith('{'));
  await alone.program.stop();
  const agent = startRecordingModules(...startWords);
  const { url, account } = JSON.parse(await agent.program.lines.first((line) => line.startsWith('{')));
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  expect(await answer.text()).toContain('wait_for_event');
  await agent.program.stop();

  const agents = (names: readonly string[]) => names.filter((name) => ofAgents.includes(name)).sort();
  expect(help).toContain('sim.cjs');
  expect(agents(help)).toEqual([]);
  expect(agents(await alone.loaded())).toEqual([]);
  expect(agents(await agent.loaded())).toEqual([...ofAgents].sort());
  expect(ofAgents.length).toBeGreaterThan(0);
});
