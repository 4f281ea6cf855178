import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { operations } from '@svc-simulator/contract';
import { operatorOperations } from '@svc-simulator/contract/operator/operator.ts';
import { TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const OPERATOR_TOKEN = 'an-operator-token-of-forty-characters-00';
const METRICS_TOKEN = 'a-metrics-token-of-32-characters';

const operatorOnlyOperations = operatorOperations.filter(({ auth }) => auth === 'operator');
const pathWith = (path: string, account: string) => path.replace(/\{\w+\}/g, account);

async function createCredentials(sim: TestSimulator) {
  const [team, trainer] = [await sim.account(), await sim.account()];
  await sim.send('POST', '/console/classes', { token: trainer.console, body: { title: 'Class' } });
  const merchant = await TestMerchant.register(sim);
  const login = await sim.send('POST', '/api/svcpagos/login', {
    body: { short_name: team.name, password: 'correct horse' },
  });
  const limited = await sim.send('POST', '/console/token', { token: team.token });
  const tokens = {
    'no credential': undefined,
    'an API token': team.token,
    'a console token': team.console,
    'a limited console token': limited.json.console_token,
    'a refresh token': login.json.data.refreshToken,
    "a trainer's console token": trainer.console,
    "a merchant's access token": merchant.token,
    'a webhook secret': team.secret,
    'the metrics token': METRICS_TOKEN,
    'a prefix of the token': OPERATOR_TOKEN.slice(0, -1),
    'the token with a suffix': `${OPERATOR_TOKEN}0`,
  };
  return { team, tokens };
}

/** Sends a path as it is: `fetch` would normalize it. */
async function sendPath(
  { url }: TestSimulator,
  { method, path, token }: { readonly method: string; readonly path: string; readonly token: string },
) {
  const outgoing = request(url, { method, path, headers: { authorization: `Bearer ${token}` } }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode, text: await text(incoming) };
}

describe('the operator surface', () => {
  it('refuses all other credentials in every operation, and logs the refusal', async () => {
    const logEntries: unknown[] = [];
    await using sim = await TestSimulator.start({
      hosted: true,
      operatorToken: OPERATOR_TOKEN,
      metricsToken: METRICS_TOKEN,
      log: (level, text, fields) => void logEntries.push([level, text, fields?.status]),
    });
    const { team, tokens } = await createCredentials(sim);
    expect(operatorOnlyOperations.length).toBeGreaterThan(8);
    for (const [name, token] of Object.entries(tokens)) {
      if (name !== 'no credential') expect([name, typeof token]).toEqual([name, 'string']);
      for (const { method, path, id } of operatorOnlyOperations) {
        const body = method === 'GET' ? undefined : {};
        const answer = await sim.send(method, pathWith(path, team.id), { token, body });
        // After twenty wrong tokens of a network, the refusal is 429.
        expect([name, id, [401, 429].includes(answer.status)]).toEqual([name, id, true]);
        expect(answer.text).not.toContain(OPERATOR_TOKEN);
        expect(answer.json).not.toHaveProperty('data');
      }
    }
    expect(logEntries).toContainEqual(['warn', 'wrong operator token', 401]);
    const answer = await sim.send('GET', '/operator/accounts', { token: OPERATOR_TOKEN });
    expect(answer.status).toBe(200);
  });

  it('describes its own operations in a document of its own', async () => {
    await using sim = await TestSimulator.start({ hosted: true, operatorToken: OPERATOR_TOKEN });
    const { json } = await sim.send('GET', '/operator/openapi.json', { token: OPERATOR_TOKEN });
    const describedPaths = Object.values<Record<string, { operationId: string; security: unknown }>>(
      json.paths,
    );
    const ids = describedPaths.flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(ids.sort()).toEqual(operatorOperations.map(({ id }) => id).sort());
    expect(json.paths['/operator/accounts'].get.security).toEqual([{ operatorToken: [] }]);
    expect(Object.keys(json.components.securitySchemes)).toEqual(['operatorToken']);
    expect(json.components.schemas).not.toHaveProperty('Session');
    expect(json).not.toHaveProperty('webhooks');
    expect(json.servers).toEqual([{ url: sim.url }]);
    const api = await sim.send('GET', '/openapi.json');
    expect(Object.keys(api.json.paths).filter((path) => path.startsWith('/operator'))).toEqual([]);
    const spanish = await sim.send('GET', '/operator/openapi.json?lang=es', { token: OPERATOR_TOKEN });
    expect(spanish.json.paths['/operator/acts'].get.summary).toContain('operador');
  });

  it.each([
    ['//operator/accounts', 404],
    ['/operator//accounts', 404],
    ['/OPERATOR/accounts', 404],
    ['/operator%2faccounts', 404],
    ['/operator/accounts%00', 404],
    ['/operator/accounts/..%2f..%2fmetrics', 401],
    ['/%6fperator/accounts', 401],
    ['/console/%2e%2e/operator/accounts', 401],
    ['http://evil.invalid/operator/accounts', 401],
  ])('gives %s nothing but a refusal', async (path, status) => {
    await using sim = await TestSimulator.start({ hosted: true, operatorToken: OPERATOR_TOKEN });
    const { console: token } = await sim.account();
    for (const method of ['GET', 'HEAD']) {
      const answer = await sendPath(sim, { method, path, token });
      expect([method, answer.status]).toEqual([method, status]);
      expect(answer.text).not.toContain('"data"');
    }
  });

  it.each<readonly [string, Record<string, string>]>([
    ['a method override', { 'x-http-method-override': 'GET', 'x-original-url': '/operator/accounts' }],
    [
      'another header',
      { 'proxy-authorization': `Bearer ${OPERATOR_TOKEN}`, 'x-operator-token': OPERATOR_TOKEN },
    ],
    ['basic authentication', { authorization: `Basic ${btoa(`operator:${OPERATOR_TOKEN}`)}` }],
    ['two tokens in one header', { authorization: `Bearer x, Bearer ${OPERATOR_TOKEN}` }],
    ['the address of a proxy', { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' }],
    ['a cookie', { cookie: `token=${OPERATOR_TOKEN}; sim_operator=${OPERATOR_TOKEN}` }],
  ])('refuses a request with %s', async (_, headers) => {
    await using sim = await TestSimulator.start({ hosted: true, operatorToken: OPERATOR_TOKEN });
    const { status } = await sim.send('GET', `/operator/accounts?token=${OPERATOR_TOKEN}`, { headers });
    expect(status).toBe(401);
  });

  it('refuses the operator token in every operation of the API', async () => {
    await using sim = await TestSimulator.start({ hosted: true, operatorToken: OPERATOR_TOKEN });
    const { team } = await createCredentials(sim);
    const withCredential = operations.filter(({ auth }) => auth !== 'none');
    for (const { method, path, id } of withCredential) {
      const body = method === 'GET' ? undefined : {};
      const { status } = await sim.send(method, pathWith(path, team.id), { token: OPERATOR_TOKEN, body });
      expect([id, status]).toEqual([id, 401]);
    }
    const page = await sim.send('GET', '/operator', { token: OPERATOR_TOKEN });
    expect([page.status, page.headers.get('location')]).toEqual([303, '/operator/login']);
  });

  it.each([
    ['a hosted simulator without the token', { hosted: true }],
    ['a local simulator', { operatorToken: OPERATOR_TOKEN }],
  ] as const)('returns 404 in %s', async (_, options) => {
    await using sim = await TestSimulator.start(options);
    for (const { method, path, id } of operatorOperations) {
      const { status } = await sim.send(method, pathWith(path, 'x'), { token: OPERATOR_TOKEN });
      expect([id, status]).toEqual([id, 404]);
    }
    for (const path of ['/operator', '/operator/login', '/operator/audit'])
      expect((await sim.send('GET', path, { headers: { accept: 'text/html' } })).status).toBe(404);
  });

  it('refuses to start with a token of fewer than 32 characters', async () => {
    const start = TestSimulator.start({ hosted: true, operatorToken: 'x'.repeat(31) });
    await expect(start).rejects.toThrow('at least 32 characters');
  });
});
