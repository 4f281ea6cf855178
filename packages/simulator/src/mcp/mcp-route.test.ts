import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it, onTestFinished } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../simulator.ts';

async function simulatorWith(options: Partial<SimulatorOptions> = {}) {
  const simulator = await createSimulator({ port: 0, throwaway: !options.hosted, ...options });
  onTestFinished(() => simulator.close());
  const register = async (short_name: string): Promise<string> => {
    const response = await fetch(`${simulator.url}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ short_name, password: 'a-long-password-1' }),
    });
    return (await bodyOf(response)).data.token;
  };
  return { url: simulator.url, register };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which tests look into
const bodyOf = (response: Response) => response.json() as Promise<any>;

async function agentAt(url: string, token: string) {
  const client = new Client({ name: 'test', version: '0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content } = await client.callTool({ name, arguments: args });
    const [{ text = '{}' } = {}] = content as { text?: string }[];
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which tests look into
    return JSON.parse(text) as any;
  };
  return { client, tools, call };
}

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

function post(url: string, token: string | undefined, body = ping, headers: Record<string, string> = {}) {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body,
  });
}

it('reads and changes only the account of its token', async () => {
  const { url, register } = await simulatorWith();
  const [token, other] = [await register('one'), await register('two')];
  const { call, tools } = await agentAt(url, token);
  expect(tools.map(({ name }) => name)).not.toContain('start_simulator');
  const { account_id } = await call('account');
  const webhook_url = `${url}/console/hooks/${account_id}/paid`;
  const { error } = await call('create_session', { amount_reference: 5 });
  expect(error).toMatchObject({ code: 'invalid_argument' });
  const agreement = await fetch(`${url}/api/v1/ext/agreements`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      title: 'Mine',
      payment_methods: { immediate_debit: true },
      default_bank_account_id: 'mine',
    }),
  });
  expect(agreement.status).toBe(201);
  const { id: session_id } = await call('create_session', { amount_reference: 5, webhook_url });
  expect(await call('pay_session', { session_id })).toMatchObject({ status: 'paid' });
  expect(await call('wait_for_event', { event: 'payment_session.paid', session_id })).toMatchObject({
    found: true,
  });
  expect((await call('clock', { action: 'advance', ms: 60_000 })).offset_ms).toBe(60_000);
  const { story } = await call('get_session', { session_id });
  expect(story).toContainEqual(expect.stringContaining('session.paid'));
  const otherAgent = await agentAt(url, other);
  expect((await otherAgent.call('get_session', { session_id })).error).toMatchObject({ code: 'not_found' });
  expect(await otherAgent.call('list', { what: 'sessions' })).toMatchObject({ items: [] });
  const { error: noFile } = await otherAgent.call('snapshot', { file: '/etc/passwd' });
  expect(noFile.code).toBe('no_files');
});

it('refuses the calls that the API refuses, and every call from a page of another origin', async () => {
  const { url, register } = await simulatorWith();
  const token = await register('one');
  const anonymousResponse = await post(url, undefined);
  const api = await fetch(`${url}/control/clock`);
  expect(anonymousResponse.status).toBe(401);
  const { instance: _one, ...mcpProblem } = await bodyOf(anonymousResponse);
  const { instance: _other, ...apiProblem } = await bodyOf(api);
  expect(mcpProblem).toEqual(apiProblem);
  expect((await post(url, 'nobody')).status).toBe(401);
  expect((await post(url, token)).status).toBe(200);
  expect((await post(url, token, ping, { origin: url })).status).toBe(200);
  expect((await post(url, token, ping, { origin: 'http://evil.invalid' })).status).toBe(403);
  expect((await post(url, token, `[${ping},${ping}]`)).status).toBe(400);
  expect((await post(url, token, '{')).status).toBe(400);
  expect((await post(url, token, `{"a":"${'x'.repeat(2 ** 20)}"}`)).status).toBe(413);
  const get = await fetch(`${url}/mcp`, { headers: { authorization: `Bearer ${token}` } });
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
});

it('enforces the quotas and forbidden addresses of a hosted account', async () => {
  const { url, register } = await simulatorWith({ hosted: true, quotas: '{"sessions":1}' });
  const token = await register('one');
  await fetch(`${url}/api/v1/ext/agreements`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      title: 'A',
      payment_methods: { immediate_debit: true },
      default_bank_account_id: 'a',
    }),
  });
  const { call } = await agentAt(url, token);
  expect(await call('create_session', { amount_reference: 5 })).toMatchObject({ status: 'pending' });
  expect((await call('create_session', { amount_reference: 5 })).error).toMatchObject({ code: 'too_many' });
  const testReport = await call('examine_receiver', { url: 'http://127.0.0.1:9/' });
  expect(JSON.stringify(testReport)).toMatch(/refused|private|address/i);
  await call('account', { settings: { throttle_per_minute: 1 } });
  const [session_id] = (await call('list', { what: 'sessions' })).items.map(
    (each: { id: string }) => each.id,
  );
  expect(await call('get_session', { session_id })).toMatchObject({ session: { status: 'pending' } });
  const { error } = await call('get_session', { session_id });
  expect(error).toMatchObject({ code: 'too_many', next: { tool: 'get_session', arguments: { session_id } } });
});

it('reports that the account has too many open streams, and when to retry', async () => {
  const { url, register } = await simulatorWith({ hosted: true, quotas: '{"streams":1}' });
  const token = await register('one');
  const headers = { authorization: `Bearer ${token}` };
  const tokenExchange = await bodyOf(await fetch(`${url}/console/token`, { method: 'POST', headers }));
  const stream = await fetch(`${url}/console/trace`, {
    headers: { authorization: `Bearer ${tokenExchange.console_token}`, accept: 'text/event-stream' },
  });
  expect(stream.status).toBe(200);
  const { call } = await agentAt(url, token);
  const { error } = await call('wait_for_event', { event: 'session.created' });
  expect(error).toMatchObject({ code: 'too_many', next: { tool: 'wait_for_event' } });
  await stream.body?.cancel();
});

it('stops waiting once its token is revoked', async () => {
  const simulator = await createSimulator({ port: 0, throwaway: true });
  onTestFinished(() => simulator.close());
  const demo = await simulator.demo;
  const { url } = simulator;
  const { call } = await agentAt(url, demo?.token ?? '');
  const begunMs = performance.now();
  const waitCall = call('wait_for_event', { event: 'session.created', timeout_s: 25 });
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  await expect.poll(metrics).toContain('sim_streams_open 1');
  const headers = { authorization: `Bearer ${demo?.console_token}` };
  const { data } = await bodyOf(await fetch(`${url}/console/tokens`, { headers }));
  const { token_id } = data.find(({ kind }: { kind: string }) => kind === 'api');
  const revocation = await fetch(`${url}/console/tokens/${token_id}`, { method: 'DELETE', headers });
  expect(revocation.status).toBe(200);
  expect(await waitCall).toMatchObject({ found: false });
  expect(performance.now() - begunMs).toBeLessThan(20_000);
});

it.each([
  ['{not json', null, -32700, 'at line 1, column 2'],
  ['', null, -32700, 'The body is empty'],
  ['\ufeff{', null, -32700, "isn't valid JSON"],
  [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, null, -32700, 'levels'],
  ['[]', null, -32600, 'Send one message per request'],
  [`[${ping},${ping}]`, null, -32600, 'Send one message per request'],
  ['null', null, -32600, 'not JSON-RPC 2.0'],
  ['{"jsonrpc":"2.0","id":7}', 7, -32600, 'not JSON-RPC 2.0'],
  ['{"jsonrpc":"1.0","id":"x","method":"ping"}', 'x', -32600, 'not JSON-RPC 2.0'],
])('returns 400 with a JSON-RPC error for the body %j', async (body, id, code, detail) => {
  const { url, register } = await simulatorWith();
  const response = await post(url, await register('one'), body);
  const error = { code, message: expect.stringContaining(detail) };
  expect([response.status, await response.json()]).toEqual([400, { jsonrpc: '2.0', id, error }]);
});

it.each([ping, '{not json'])(
  'returns 415 for another media type, even if the body is valid: %s',
  async (body) => {
    const { url, register } = await simulatorWith();
    const response = await post(url, await register('one'), body, { 'content-type': 'text/plain' });
    expect([response.status, await response.json()]).toMatchObject([415, { jsonrpc: '2.0', id: null }]);
  },
);
