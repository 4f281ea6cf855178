import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('accounts and tokens (contract section 2)', () => {
  let sim: TestSimulator;
  beforeAll(async () => {
    sim = await TestSimulator.start();
  });
  afterAll(() => sim.close());

  const credentials = (short_name: string) => ({ short_name, password: 'correct horse' });
  const post = (path: string, body: unknown) => sim.send('POST', path, { body });

  it('registers with everything in data and at the top level', async () => {
    const made = await post('/console/register', credentials('Ana.Shop_1'));
    expect(made.status).toBe(201);
    const { data } = made.json;
    expect(data.account_id).toMatch(/^acc_[0-9a-f]{16}$/);
    expect(data.console_token).toMatch(/^sim_con_/);
    expect(data.key.token).toMatch(/^sim_api_/);
    expect(data.key.webhook_secret).toMatch(/^whsec_/);
    expect(made.json).toMatchObject(data);
    const old = await post('/register', credentials('old-shop'));
    expect(old.status).toBe(201);
    expect(old.json.token).toBe(old.json.data.token);
    expect(Object.keys(old.json.data).sort()).toEqual(['account_id', 'token', 'webhook_secret']);
  });

  it('gives a name away once, whatever its case and however many ask at once', async () => {
    const answers = await Promise.all(
      ['Twice', 'twice', 'TWICE'].map((name) => post('/console/register', credentials(name))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it.each([
    [{ short_name: 'ab', password: 'correct horse' }, ['/short_name']],
    [{ short_name: 'no spaces', password: 'short' }, ['/password', '/short_name']],
    [{}, ['/password', '/short_name']],
  ])('refuses %j with a pointer to each fault', async (body, pointers) => {
    const answer = await post('/console/register', body);
    expect(answer.status).toBe(400);
    expect(answer.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(pointers);
  });

  it('rotates the console token at login, and leaves the API token alone', async () => {
    const made = (await post('/console/register', credentials('rotating'))).json.data;
    const keys = (token: string) => sim.send('GET', '/console/keys', { token });
    expect((await keys(made.console_token)).status).toBe(200);
    const login = await post('/console/login', credentials('rotating'));
    expect(login.json.account_id).toBe(made.account_id);
    expect((await keys(made.console_token)).status).toBe(401);
    expect((await keys(login.json.console_token)).status).toBe(200);
    const api = await post('/api/svcpagos/login', credentials('rotating'));
    expect(api.json).toMatchObject({ success: true, token: api.json.data.token });
    expect((await keys(login.json.console_token)).status).toBe(200);
    expect((await sim.send('POST', '/control/reset', { token: made.key.token })).status).toBe(200);
  });

  it('refreshes, and older tokens stay valid', async () => {
    await post('/register', credentials('refreshing'));
    const first = (await post('/api/svcpagos/login', credentials('refreshing'))).json;
    const second = await post('/api/svcpagos/refresh-token', { refreshToken: first.refreshToken });
    expect(second.headers.get('x-svc-sim')).toBe('fuera-de-contrato');
    expect(second.json.refreshToken).not.toBe(first.refreshToken);
    expect((await post('/api/svcpagos/refresh-token', { refreshToken: first.refreshToken })).status).toBe(
      200,
    );
    for (const token of [first.token, second.json.token]) {
      expect((await sim.send('POST', '/control/reset', { token })).status).toBe(200);
    }
    expect((await post('/api/svcpagos/refresh-token', { refreshToken: first.token })).status).toBe(401);
    expect((await post('/api/svcpagos/refresh-token', {})).status).toBe(400);
  });

  it('answers a wrong password and an unknown name alike, whatever the password looks like', async () => {
    await post('/register', credentials('known'));
    for (const path of ['/console/login', '/api/svcpagos/login']) {
      const wrong = await post(path, { short_name: 'known', password: 'x' });
      const unknown = await post(path, { short_name: 'nobody', password: 'x' });
      expect([wrong.status, unknown.status]).toEqual([401, 401]);
      expect(wrong.json.detail).toBe(unknown.json.detail);
    }
  });
});

describe('demo account', () => {
  it('is made on an empty store, opens everything, and gets its agreement back after a reset', async () => {
    await using sim = await TestSimulator.start({ demo: true });
    const demo = await sim.simulator.demo;
    if (!demo) throw new Error('no demo account');
    const create = () =>
      sim.send('POST', '/api/v1/ext/payment-sessions/request', {
        token: demo.token,
        body: {
          amount_reference: 5,
          currency_reference: 'USD',
          identifier: 'A',
          agreement_id: demo.agreement_id,
          due_date_session: '2030-01-01T00:00:00Z',
        },
      });
    expect((await create()).status).toBe(201);
    expect((await sim.send('GET', '/console/keys', { token: demo.console_token })).status).toBe(200);
    expect((await sim.send('POST', '/control/reset', { token: demo.token })).status).toBe(200);
    expect((await create()).status).toBe(201);
  });
});
