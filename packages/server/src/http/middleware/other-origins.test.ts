import { request } from 'node:http';
import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { buttonBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const BUTTONS = '/api/v1/ext/payment-sessions/buttons';
const STATUS = '/api/v1/ext/payment-sessions/status/5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b';
const LOGIN = '/api/svcpagos/login';
const ORIGIN = 'https://shop.invalid';

describe('the API for pages of other origins (contract section 12, Browsers)', async () => {
  const { sim, account } = await startAccountForBlock();

  /** Sends a request from another origin. Doesn't use `fetch`, which can't set `Access-Control-…` headers. */
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<{ status: number; headers: Record<string, string>; text: string }>((resolve, reject) => {
      request(sim.url + path, { method, headers: { origin: ORIGIN, ...headers } }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            text,
          }),
        );
      })
        .on('error', reject)
        .end(body);
    });
  const bearer = (token = account.token) => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  });
  const preflightHeaders = { 'access-control-request-method': 'POST' };
  const parseNames = (value = '') => value.split(',').map((name) => name.trim().toLowerCase());

  it.each([LOGIN, '/api/svcpagos/refresh-token', BUTTONS, STATUS, '/api/v1/ext/nothing/here'])(
    'responds to a preflight at %s without allowing cookies',
    async (path) => {
      const answer = await send('OPTIONS', path, {
        ...preflightHeaders,
        'access-control-request-headers': 'authorization,content-type,idempotency-key,x-requested-with',
      });
      expect(answer).toMatchObject({ status: 204, text: '' });
      const { headers } = answer;
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers['x-request-id']).toBeDefined();
      expect(parseNames(headers['access-control-allow-headers']).sort()).toEqual([
        'authorization',
        'content-type',
        'idempotency-key',
        'x-requested-with',
      ]);
      for (const method of ['get', 'post', 'patch', 'delete'])
        expect(parseNames(headers['access-control-allow-methods'])).toContain(method);
    },
  );

  it('exposes successes and refusals to pages', async () => {
    const login = JSON.stringify({ short_name: account.name, password: 'correct horse' });
    const body = JSON.stringify({ ...buttonBody, agreement_id: account.agreement });
    const json = { 'content-type': 'application/json' };
    const answers = [
      [200, await send('POST', LOGIN, json, login)],
      [401, await send('POST', LOGIN, json, JSON.stringify({ short_name: 'x', password: 'y' }))],
      [201, await send('POST', BUTTONS, bearer(), body)],
      [201, await send('POST', BUTTONS, { ...bearer(), 'idempotency-key': 'k' }, body)],
      [201, await send('POST', BUTTONS, { ...bearer(), 'idempotency-key': 'k' }, body)],
      [400, await send('POST', BUTTONS, bearer(), '{')],
      [401, await send('POST', BUTTONS, json, body)],
      [404, await send('GET', STATUS, bearer())],
      [404, await send('GET', '/api/v1/ext/nothing', bearer())],
      [405, await send('PUT', BUTTONS, bearer())],
      // Without a requested method, an OPTIONS isn't a preflight.
      [405, await send('OPTIONS', BUTTONS)],
      [413, await send('POST', BUTTONS, bearer(), 'x'.repeat(1_048_577))],
      [415, await send('POST', BUTTONS, { ...bearer(), 'content-type': 'text/plain' }, 'x')],
    ] as const;
    for (const [status, answer] of answers) {
      expect(answer.status, answer.text).toBe(status);
      expect(answer.headers['access-control-allow-origin'], answer.text).toBe('*');
      expect(parseNames(answer.headers['access-control-expose-headers'])).toContain('x-request-id');
      if (status >= 400) expect(JSON.parse(answer.text).status).toBe(status);
    }
    expect(answers[4][1].headers['idempotent-replayed']).toBe('true');
  });

  it('exposes the Retry-After and rate limit headers of a 429', async () => {
    const caller = await sim.account();
    const throttle = { throttle_per_minute: 1 };
    await sim.ask(caller, 'PUT', '/console/settings', throttle);
    const headers = { authorization: `Bearer ${caller.token}` };
    await send('GET', STATUS, headers);
    const answer = await send('GET', STATUS, headers);
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([429, '*']);
    const exposedNames = parseNames(answer.headers['access-control-expose-headers']);
    for (const name of ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      expect(answer.headers[name]).toBeDefined();
      expect(exposedNames).toContain(name);
    }
  });

  it.each([
    '/console/keys',
    '/console/register',
    '/register',
    '/control/reset',
    '/__test__/reset',
    '/api/v1/merchants',
    '/api/v1/pos-terminals/T1/transactions',
    '/api/v1/extra',
    '/health',
    '/fidelidad',
    '/openapi.json',
    '/pay/x',
    '/',
  ])('sends no CORS headers at %s', async (path) => {
    const preflight = await send('OPTIONS', path, preflightHeaders);
    expect(preflight.status).toBeGreaterThanOrEqual(400);
    // Some of these operations reset the account.
    const { token } = await sim.account();
    const postResponse = await send('POST', path, bearer(token), '{}');
    for (const { headers } of [preflight, await send('GET', path), postResponse])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('explains calls from pages in the log of calls, unlike calls of programs', async () => {
    const caller = await sim.account();
    const headers = { authorization: `Bearer ${caller.token}` };
    await send('GET', STATUS.slice(0, -1), headers);
    await sim.ask(caller, 'GET', '/api/v1/ext/agreements');
    await send('GET', '/api/v1/ext/agreements', headers);
    await send('GET', '/api/v1/ext/agreements', { ...headers, origin: `https://${'x'.repeat(5000)}` });
    const calls = async (language = 'en') =>
      (
        await sim.send('GET', '/console/calls?limit=4', {
          token: caller.console,
          headers: { 'accept-language': language },
        })
      ).json.data;
    const [huge, succeeded, program, refused] = await calls();
    expect(huge.origin.length).toBeLessThan(400);
    expect(succeeded).toMatchObject({ status: 200, origin: ORIGIN });
    expect(succeeded.what_to_do).toMatch(/^A page in a browser .* can read its token/);
    expect(succeeded.response.text).toContain('"data"');
    expect(program).toMatchObject({ origin: null, what_to_do: null });
    expect(refused).toMatchObject({ status: 404, origin: ORIGIN });
    expect(refused.what_to_do).toMatch(/^Compare .* A page in a browser /);
    expect((await calls('es'))[1].what_to_do).toMatch(/^Esta llamada se hizo desde una página/);
  });
});

describe('a program that sends no origin', () => {
  it('gets no CORS headers, and 405 for OPTIONS', async () => {
    await using sim = await TestSimulator.start();
    const { headers } = await sim.send('GET', '/api/v1/ext/agreements');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await sim.send('OPTIONS', BUTTONS, { headers: preflightHeaders })).status).toBe(405);
  });

  const preflightHeaders = { 'access-control-request-method': 'POST' };
});
