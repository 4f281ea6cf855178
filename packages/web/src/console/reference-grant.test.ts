import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { describe, expect, it } from 'vitest';

const sim = await simulatorOfBlock();

describe('POST /console/reference', () => {
  const ask = (headers: Record<string, string>) =>
    sim.send('POST', '/console/reference', {
      body: '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    });

  it('returns an agreement and short-lived tokens to a logged-in browser, and nothing to others', async () => {
    const account = await sim.account();
    const cookie = await cookieOf(account);
    const { status, headers, json } = await ask({ cookie });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(json).toMatchObject({ short_name: account.name, agreement_id: account.agreement });
    const stops = () => sim.ask(json, 'GET', '/api/v1/ext/payment-stops');
    const getKeysPage = () => sim.send('GET', '/console/keys', { token: json.console_token });
    expect([(await stops()).status, (await getKeysPage()).status]).toEqual([200, 200]);

    for (const other of [{}, { cookie: 'sim_console=nobody' }, { authorization: `Bearer ${account.token}` }])
      expect((await ask(other)).text).not.toContain('sim_api_');
    expect((await ask({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);

    await sim.clock.advance(15 * 60_000);
    expect([(await stops()).status, (await getKeysPage()).status]).toEqual([401, 401]);
  });

  it('revokes the tokens at logout', async () => {
    const cookie = await cookieOf(await sim.account());
    const { token } = (await ask({ cookie })).json;
    await sim.send('POST', '/console/logout', {
      body: '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        cookie,
      },
    });
    expect((await sim.send('GET', '/api/v1/ext/payment-stops', { token })).status).toBe(401);
  });

  async function cookieOf({ name }: { readonly name: string }): Promise<string> {
    const { headers } = await sim.send('POST', '/console/login', {
      body: new URLSearchParams({ short_name: name, password: 'correct horse' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
    return `${headers.get('set-cookie')?.split(';')[0]}`;
  }
});
