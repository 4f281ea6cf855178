import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { root, startProgram } from './support/program.ts';
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

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** An Express project without payments; for whoever has not the packed simulator npm packs it, which takes longer than all else. */
function emptyProject(): string {
  const folder = scratchFolder();
  writeFileSync(
    `${folder}/package.json`,
    JSON.stringify({ type: 'module', dependencies: { express: '*', 'svc-simulator': '*' } }),
  );
  mkdirSync(`${folder}/node_modules`);
  symlinkSync(root, `${folder}/node_modules/svc-simulator`);
  symlinkSync(`${root}node_modules/express`, `${folder}/node_modules/express`);
  writeFileSync(`${folder}/svc-simulator-${version}.tgz`, '');
  return folder;
}

it('leads from an empty Express project to verified webhooks, and out of a wrong secret', async () => {
  const folder = emptyProject();
  const { call } = await agentIn(folder);
  await call('start_simulator', { port: 0 });
  const { webhook_secret } = await call('account');
  const { files, next } = await call('add_receiver');
  expect(files).toContainEqual(expect.objectContaining({ path: 'payment-webhooks.mjs', does: 'create' }));
  const told = next.join('\n');
  const [line] = /import \{ receiveWebhook \} from '.*'/.exec(told) ?? [];
  const [mount] = /app\.post\(.*\)/.exec(told) ?? [];
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
  const { mend } = examined.checks.find((check: { outcome: string }) => check.outcome === 'failed');
  expect(mend).toMatch(/secret/);
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
