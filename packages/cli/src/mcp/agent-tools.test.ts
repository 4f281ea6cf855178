import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { signWebhook } from '@svc-simulator/contract';
import { listedTool, mcpServer } from '@svc-simulator/mcp/mcp-server.ts';
import { mcpTexts } from '@svc-simulator/mcp/mcp-texts.ts';
import { agentTools } from '@svc-simulator/mcp/tools.ts';
import { languages } from '@svc-simulator/texts/texts.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { liveSimulator } from '../../test/live.ts';
import { createStage } from '../../test/stage.ts';
import type { CliContext } from '../cli-context.ts';
import { agentCommands } from '../commands/mcp.ts';
import { createInnerCommands, createToolContext } from './serve-agent.ts';

type Arguments = Record<string, unknown>;
const live = liveSimulator();
const t = mcpTexts('en');

async function agentIn(context: CliContext) {
  const commands = createInnerCommands(context, agentCommands);
  const server = mcpServer({
    t,
    version: '0',
    isLocal: true,
    createContext: () => createToolContext(context, {}, { t, commands }),
  });
  const client = new Client({ name: 'test', version: '0' });
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(mine)]);
  // The client validates results only after it has listed the tools.
  await client.listTools();
  const call = async (name: string, args: Arguments = {}) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
    const [{ text = '{}' } = {}] = content as { text?: string }[];
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which tests look into
    const data: any = JSON.parse(text);
    if (!isError) expect(structuredContent).toEqual(data);
    return { isError: isError === true, data };
  };
  const close = async () => {
    await client.close();
    await commands.close();
  };
  return { client, call, close };
}

/** Connects an agent in a directory whose run file names the simulator of these tests. */
async function connectAgent() {
  const { context, directory } = await live.createLiveStage(['mcp']);
  writeFileSync(join(directory, 'package.json'), '{"dependencies":{"express":"*"}}');
  const deadline = (ms: number) => AbortSignal.timeout(ms);
  const agent = await agentIn({ ...context, deadline, now: Date.now, elapsed: () => performance.now() });
  onTestFinished(() => agent.close());
  return { ...agent, directory };
}

describe('the list of tools', () => {
  it.each(languages)('contains at most 20 tools and 4 000 tokens, in %s', (language) => {
    const list = agentTools.map((tool) => listedTool(tool, mcpTexts(language)));
    expect(list.length).toBeLessThanOrEqual(20);
    expect(JSON.stringify(list).length / 4).toBeLessThan(4000);
  });

  it('marks read-only and destructive tools', () => {
    const hints = new Map(agentTools.map((tool) => [tool.name, listedTool(tool, t).annotations]));
    expect(hints.get('get_session')).toEqual({ readOnlyHint: true });
    expect(hints.get('list')).toEqual({ readOnlyHint: true });
    expect(hints.get('snapshot')).toEqual({ destructiveHint: true });
    expect(hints.get('create_session')).toEqual({ destructiveHint: false });
  });
});

describe('each tool', () => {
  it('returns data that match the schemas of the tool and of the contract', async () => {
    const { call, directory } = await connectAgent();
    const calledTools = new Set<string>();
    const callSuccessfully = async (name: string, args: Arguments = {}) => {
      const { isError, data } = await call(name, args);
      expect(isError, JSON.stringify([name, args, data])).toBe(false);
      const { actions = {}, chooser = 'action' } = agentTools.find((tool) => tool.name === name) ?? {};
      const action = String(args[chooser] ?? Object.keys(actions)[0] ?? '');
      calledTools.add(`${name} ${action}`);
      const schema = actions[action]?.data?.();
      if (schema) expect(schema.safeParse(data.items ?? data).error).toBeUndefined();
      return data;
    };
    expect(await callSuccessfully('start_simulator')).toEqual({ url: live.url, started: false });
    const { account_id } = await callSuccessfully('account');
    const webhook_url = `${live.url}/console/hooks/${account_id}/paid`;
    expect(await callSuccessfully('account', { settings: { extra_events: true } })).toMatchObject({
      url: live.url,
      webhook_secret: live.account.webhook_secret,
      settings: { extra_events: true },
    });
    const { id: session_id } = await callSuccessfully('create_session', { amount_reference: 5, webhook_url });
    await callSuccessfully('create_session', {
      kind: 'request',
      amount_reference: 7,
      due_date_session: '2090-01-01T00:00:00Z',
    });
    expect(await callSuccessfully('pay_session', { session_id, force: null })).toMatchObject({
      status: 'paid',
    });
    const { id: failing } = await callSuccessfully('create_session', { amount_reference: 5 });
    expect(await callSuccessfully('pay_session', { session_id: failing, force: 'failed' })).toMatchObject({
      status: 'failed',
    });
    const waitResult = await callSuccessfully('wait_for_event', { event: 'session.paid', session_id });
    expect(waitResult).toMatchObject({ found: true, event: expect.stringContaining('session.paid') });
    const never = await callSuccessfully('wait_for_event', {
      event: 'session.expired',
      session_id,
      timeout_s: 0,
    });
    expect(never).toMatchObject({ found: false });
    expect((await callSuccessfully('get_session', { session_id })).story).toContainEqual(
      expect.stringContaining('session.created'),
    );
    const { items } = await callSuccessfully('list', { what: 'deliveries' });
    const { delivery_id } = items.find((each: Arguments) => each.session_id === session_id);
    expect(await callSuccessfully('explain_delivery', { delivery_id })).toMatchObject({
      delivery: { delivery_id },
    });
    for (const what of ['sessions', 'events', 'calls', 'agreements'])
      await callSuccessfully('list', { what });
    await callSuccessfully('send_webhook', { action: 'resend', delivery_id });
    await callSuccessfully('wait_for_event', { event: 'payment_session.paid', session_id });
    await callSuccessfully('send_webhook', { action: 'probe', session_id, kind: 'duplicate' });
    const { url: redirecting } = await startReceiver((_, response) =>
      response.writeHead(301, { location: '/elsewhere' }).end(),
    );
    const refusal = await callSuccessfully('create_session', {
      amount_reference: 5,
      webhook_url: redirecting,
    });
    await callSuccessfully('wait_for_event', { event: 'webhook.attempted', session_id: refusal.id });
    const explained = await callSuccessfully('explain_delivery', { session_id: refusal.id });
    const experiment = { action: 'experiment', delivery_id: explained.delivery.delivery_id };
    expect(await callSuccessfully('send_webhook', experiment)).toMatchObject({
      code: 'redirect',
      requests: [],
    });
    const { orderId } = await callSuccessfully('transaction', { action: 'create', amountReference: 3 });
    await callSuccessfully('transaction', { orderId });
    await callSuccessfully('list', { what: 'transactions' });
    await callSuccessfully('transaction', { action: 'cancel', orderId });
    expect(await callSuccessfully('check_signature', createValidWebhook())).toMatchObject({
      valid: true,
      event: 'payment_session.paid',
    });
    expect(
      await callSuccessfully('check_signature', { ...createValidWebhook(), secret: 'another' }),
    ).toMatchObject({ valid: false, code: 'signature_secret' });
    expect(await callSuccessfully('examine_receiver', { url: 'http://127.0.0.1:9/' })).toMatchObject({
      healthy: false,
    });
    for (const name of ['clock', 'script', 'chaos', 'practices']) await callSuccessfully(name);
    await callSuccessfully('clock', { action: 'set', frozen: true });
    await callSuccessfully('clock', { action: 'advance', ms: 1000 });
    await callSuccessfully('clock', { action: 'reset' });
    await callSuccessfully('script', { action: 'set', ready: 'magic_amounts' });
    await callSuccessfully('script', { action: 'clear' });
    await callSuccessfully('chaos', { action: 'set', drop: 0 });
    await callSuccessfully('chaos', { action: 'clear' });
    const { snapshot } = await callSuccessfully('snapshot');
    await callSuccessfully('snapshot', { action: 'load', snapshot });
    await callSuccessfully('snapshot', { file: 'saved.json' });
    await callSuccessfully('snapshot', { action: 'load', file: 'saved.json' });
    const { hits } = await callSuccessfully('search_docs', { query: 'verify a signature' });
    const { text } = await callSuccessfully('search_docs', { page: hits[0].page });
    expect(text.length).toBeGreaterThan(100);
    const rules = await callSuccessfully('search_docs', { page: 'relay#several-targets---rules' });
    expect(rules.text).toContain('\n# relay.yaml\n');
    expect(rules.text).toContain('npx sim relay --port 3000 --rules relay.yaml');
    await callSuccessfully('write_env');
    mkdirSync(join(directory, 'node_modules'));
    expect((await callSuccessfully('add_receiver')).files).toContainEqual(
      expect.objectContaining({ path: 'payment-webhooks.cjs', does: 'create' }),
    );
    const all = agentTools.flatMap(({ name, actions = { '': undefined } }) =>
      Object.keys(actions).map((action) => `${name} ${action}`),
    );
    expect(all.filter((each) => !calledTools.has(each))).toEqual([]);
  });
});

it('finds a delivery with explain_delivery, however many newer deliveries there are', async () => {
  const { call } = await connectAgent();
  const webhook_url = `${live.url}/console/hooks/${(await call('account')).data.account_id}/fail`;
  const { id: session_id } = (await call('create_session', { amount_reference: 5, webhook_url })).data;
  const { items } = (await call('list', { what: 'deliveries', q: session_id })).data;
  const { delivery_id } = items[0];
  const agreement_id = (await call('account')).data.agreement_id;
  const urls = { webhook_url, success_url: live.url, failure_url: live.url };
  const request = {
    agreement_id,
    title: 'a',
    description: 'b',
    amount_reference: 5,
    currency_reference: 'USD',
    ...urls,
  };
  const many = Array.from({ length: 50 }, (_, at) => ({
    ...request,
    identifier: `m-${at}`,
    identifier_label: 'Order',
  }));
  for (const half of [many, many]) {
    const answer = await fetch(`${live.url}/api/v1/ext/payment-sessions/request/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${live.account.token}` },
      body: JSON.stringify({ items: half }),
    });
    expect(answer.status, await answer.text()).toBe(201);
  }
  const newer = (await call('list', { what: 'deliveries', limit: 100, by: 'all' })).data.items;
  expect(newer.map((each: Arguments) => each.delivery_id)).not.toContain(delivery_id);
  for (const args of [{ delivery_id }, { session_id }])
    expect((await call('explain_delivery', args)).data).toMatchObject({
      delivery: { delivery_id, session_id },
    });
});

function createValidWebhook() {
  const timestamp = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const body = '{"event":"payment_session.paid"}';
  const secret = live.account.webhook_secret;
  return {
    body,
    headers: {
      'svc-timestamp': timestamp,
      'idempotency-key': '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01',
      'svc-signature': signWebhook({ secret, timestamp, body, variant: 'timestamp' }),
    },
  };
}

const unknownId = '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01';

/** Wrong calls, each with a pattern of its error and the tool that the error suggests. */
const wrong: readonly (readonly [tool: string, args: Arguments, says: RegExp, next: string])[] = [
  ['pay', {}, /pay_session/, 'search_docs'],
  ['createSession', { amount: 5 }, /create_session/, 'search_docs'],
  ['', {}, /start_simulator/, 'search_docs'],
  ['start_simulator', { port: '4010' }, /port: .*number/, 'start_simulator'],
  ['start_simulator', { host: '0.0.0.0' }, /key: host.*port/, 'start_simulator'],
  ['account', { settings: 'all' }, /settings.*object/, 'account'],
  ['account', { settings: { webhook_body: 'none' } }, /webhook_body/, 'account'],
  ['account', { short_name: 'x' }, /key: short_name.*settings/, 'account'],
  ['write_env', { path: '.env' }, /key: path.*file/, 'write_env'],
  ['write_env', { file: 'missing/folder/.env' }, /missing\/folder/, 'write_env'],
  ['add_receiver', { framework: 'rails' }, /rails/, 'add_receiver'],
  ['create_session', {}, /amount_reference: .*undefined/, 'create_session'],
  ['create_session', { amount: 5 }, /key: amount\..*amount_reference/, 'create_session'],
  ['create_session', { amount_reference: -5 }, /amount_reference/, 'create_session'],
  ['create_session', { amount_reference: 5, currency_reference: 'usd' }, /USD/, 'create_session'],
  ['create_session', { amount_reference: 5, kind: 'link' }, /button\|request/, 'create_session'],
  ['create_session', { amount_reference: 5, agreement_id: 'agr_1' }, /agreement/i, 'list'],
  ['get_session', {}, /session_id: .*undefined/, 'get_session'],
  ['get_session', { session_id: unknownId }, /session/i, 'list'],
  ['pay_session', { session_id: unknownId }, /session/i, 'list'],
  ['pay_session', { session_id: unknownId, force: 'done' }, /paid\|failed/, 'pay_session'],
  ['pay_session', { session_id: unknownId, force: 'paid' }, /session/i, 'list'],
  ['pay_session', { session_id: unknownId, force: 'paid', reason: 'rejected' }, /reason/, 'pay_session'],
  ['pay_session', { id: unknownId }, /key: id\..*session_id/, 'pay_session'],
  ['wait_for_event', { event: 'paid' }, /payment_session\.paid/, 'wait_for_event'],
  ['wait_for_event', { event: 'session.paid', timeout_s: 0.5 }, /timeout_s: .*int/, 'wait_for_event'],
  ['wait_for_event', { event: 'session.paid', session_id: unknownId }, /session/i, 'list'],
  ['transaction', { action: 'pay' }, /show\|create\|cancel/, 'transaction'],
  ['transaction', { orderId: unknownId }, /transaction/i, 'list'],
  ['transaction', {}, /orderId: .*undefined/, 'transaction'],
  ['transaction', { action: 'create' }, /amountReference/, 'transaction'],
  ['list', { what: 'payments' }, /sessions\|deliveries/, 'list'],
  ['list', { what: 'sessions', cursor: 'x' }, /cursor/, 'list'],
  ['list', { what: 'sessions', status: 'done' }, /status/, 'list'],
  ['list', { what: 'sessions', state: 'gave_up' }, /key: state\..*status/, 'list'],
  ['send_webhook', {}, /delivery_id: .*undefined/, 'send_webhook'],
  ['explain_delivery', { delivery_id: unknownId }, /not found: 8b1d/, 'list'],
  ['send_webhook', { action: 'probe', session_id: unknownId, kind: 'duplicate' }, /session/i, 'list'],
  ['send_webhook', { delivery_id: unknownId }, /delivery/i, 'list'],
  ['check_signature', { headers: {} }, /body: .*undefined/, 'check_signature'],
  ['examine_receiver', { url: 'localhost' }, /localhost/, 'examine_receiver'],
  ['clock', { action: 'forward' }, /advance/, 'clock'],
  ['clock', { action: 'set' }, /frozen/, 'clock'],
  ['script', { action: 'set' }, /rules/, 'script'],
  ['script', { action: 'set', rules: [{ outcomes: [] }] }, /outcomes/, 'script'],
  ['chaos', { action: 'set' }, /drop/, 'chaos'],
  ['snapshot', { action: 'load' }, /format|snapshot/, 'snapshot'],
  ['snapshot', { action: 'load', snapshot: {} }, /format|snapshot/, 'snapshot'],
  ['snapshot', { action: 'load', file: 'nothing.json' }, /nothing\.json/, 'snapshot'],
  ['search_docs', { page: 'nothing' }, /not found: nothing/, 'search_docs'],
];

it('ends wait_for_event at once if its event can no longer happen', async () => {
  const { call } = await connectAgent();
  const { data: session } = await call('create_session', { amount_reference: 5 });
  const session_id = session.id;
  const wait = async (event: string) =>
    (await call('wait_for_event', { event, session_id, timeout_s: 25 })).data;
  expect(await wait('payment_session.created')).toMatchObject({
    found: false,
    why: expect.stringContaining('no webhook_url'),
  });
  await call('pay_session', { session_id, force: 'failed' });
  for (const event of ['session.paid', 'payment_session.paid', 'session.accredited', 'session.expired'])
    expect(await wait(event)).toMatchObject({ found: false, why: expect.stringMatching(/no longer happen/) });
  expect(await wait('session.failed')).toMatchObject({ found: true, why: null });
});

it("accepts the beginning of a session's id, and keeps the full id in the example call", async () => {
  const { call } = await connectAgent();
  const { data: session } = await call('create_session', { amount_reference: 5 });
  const session_id = session.id.slice(0, 8);
  for (const [tool, args] of [
    ['get_session', {}],
    ['wait_for_event', { event: 'session.created' }],
    ['pay_session', { force: 'failed' }],
    ['list', { what: 'events' }],
  ] as const)
    expect([tool, (await call(tool, { ...args, session_id })).isError]).toEqual([tool, false]);
  const wrong = await call('wait_for_event', { event: 'nothing', session_id: session.id });
  expect(wrong.data.error.next.arguments).toMatchObject({ session_id: session.id });
  const forcedPayment = await call('pay_session', { session_id: session.id, force: 'nothing' });
  expect(forcedPayment.data.error.next.arguments).toMatchObject({ session_id: session.id });
});

it('names the arguments of chaos, and the action that accepts them, if the action is missing', async () => {
  const { call } = await connectAgent();
  const { data } = await call('chaos', { duplicate: 0.5 });
  expect(data.error.message).toMatch(/Valid arguments: action, .*duplicate/);
  expect(data.error.next.arguments).toMatchObject({ action: 'set' });
});

it('limits a list to 100 items, and explains how to get the rest', async () => {
  const { call } = await connectAgent();
  await Promise.all(Array.from({ length: 60 }, () => call('create_session', { amount_reference: 5 })));
  const { data } = await call('list', { what: 'events', limit: 1000 });
  expect(data.items).toHaveLength(100);
  expect(data.next_cursor).toEqual(expect.any(String));
});

describe('a wrong call', () => {
  it('explains what to do instead', async () => {
    const { call, client } = await connectAgent();
    const { tools: allTools } = await client.listTools();
    for (const [tool, args, says, next] of wrong) {
      const { isError, data } = await call(tool, args);
      const nextCall = JSON.stringify([tool, args, data]);
      expect(isError, nextCall).toBe(true);
      const { error } = data;
      expect(JSON.stringify([error.message, error.errors]), nextCall).toMatch(says);
      expect(error.code, nextCall).toMatch(/^[a-z_]+$/);
      expect(error.next, nextCall).toMatchObject({ tool: next, why: expect.stringMatching(/./) });
      // The suggestion must be a tool that accepts these arguments.
      const { inputSchema } = allTools.find(({ name }) => name === next) ?? {};
      const knownArguments = Object.keys(inputSchema?.properties ?? {});
      expect(
        Object.keys(error.next.arguments).filter((name) => !knownArguments.includes(name)),
        nextCall,
      ).toEqual([]);
    }
    expect(wrong.length).toBeGreaterThanOrEqual(40);
  });

  it('explains how to start a simulator, and succeeds once a simulator is running', async () => {
    const { context } = createStage(['mcp']);
    const lonely = await agentIn({
      ...context,
      now: Date.now,
      elapsed: () => performance.now(),
      deadline: (ms) => AbortSignal.timeout(ms),
    });
    const { data } = await lonely.call('account');
    expect(data.error).toMatchObject({ code: 'no_simulator', next: { tool: 'start_simulator' } });
    const startResult = await lonely.call('start_simulator', { port: 0 });
    expect(startResult.data).toMatchObject({ started: true });
    expect((await lonely.call('account')).data).toMatchObject({ url: startResult.data.url });
    await lonely.close();
    await expect(fetch(startResult.data.url)).rejects.toThrow();
  });
});

describe('prompts for agents', () => {
  it('lists two prompts with their messages', async () => {
    const { client } = await connectAgent();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['integrate', 'why_refused']);
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: {} });
      const toolNames = JSON.stringify(messages).match(/[a-z]+(?:_[a-z]+)+/g) ?? [];
      expect(toolNames).toContain(name === 'integrate' ? 'add_receiver' : 'explain_delivery');
    }
    await expect(client.getPrompt({ name: 'else' })).rejects.toThrow('integrate, why_refused');
  });
});
