import { createHmac } from 'node:crypto';
import { createRecordPolicy } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { logIn, sendSigned, TestMerchant, type TestTerminal } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

describe('an access token (contract section 6)', async () => {
  const sim = await simulatorOfBlock();
  const merchant = await TestMerchant.register(sim);
  const other = await TestMerchant.register(sim);

  const listTransactions = (token: string | undefined, merchantId = merchant.id) =>
    sim.send('GET', `/api/v1/merchants/${merchantId}/transactions`, { token });
  const newToken = async () => (await logIn(sim, merchant.email)).json.accessToken as string;

  it.each<[string, () => string | undefined, string]>([
    ['no token', () => undefined, 'missing'],
    ['a text that is no token', () => 'nonsense', 'unknown'],
    ['a token with alg none', () => `${encode({ alg: 'none' })}.${merchant.token.split('.')[1]}.`, 'unknown'],
    ['a token without a signature', () => `${merchant.token.split('.').slice(0, 2).join('.')}.`, 'unknown'],
    [
      'a token changed to another merchant',
      () => {
        const [header, payload, signature] = merchant.token.split('.');
        return [header, encode({ ...decode(payload), sub: other.id }), signature].join('.');
      },
      'unknown',
    ],
  ])('returns 401 for %s', async (_name, token, expectedText) => {
    const answer = await listTransactions(token());
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.json.detail).toContain(expectedText);
  });

  it('expires after exactly an hour, and a new token works', async () => {
    const token = await newToken();
    const remainingMs = 3600_000 - (sim.clock.now() % 1000);
    await sim.clock.advance(remainingMs - 1);
    expect((await listTransactions(token)).status).toBe(200);
    await sim.clock.advance(1);
    const lateAnswer = await listTransactions(token);
    expect(lateAnswer.status).toBe(401);
    expect(lateAnswer.json.detail).toContain('expired');
    expect((await listTransactions(await newToken())).status).toBe(200);
  });
});

describe('the key of access tokens', () => {
  it('verifies tokens after a restart, and refuses other algorithms, keys and times', async () => {
    const data = scratchFolder();
    const first = await TestSimulator.start({ data });
    const merchant = await TestMerchant.register(first);
    const path = `/api/v1/merchants/${merchant.id}/transactions`;
    const secret = await closeAndReadKey(data, first);
    await using second = await TestSimulator.start({ data });
    const statusOf = async (token: string) => (await second.send('GET', path, { token })).status;
    expect(await statusOf(merchant.token)).toBe(200);
    const now = Math.floor(second.clock.now() / 1000);
    const sign = (header: object, payload: object, hash = 'sha256', key = secret) => {
      const signedPart = `${encode(header)}.${encode(payload)}`;
      return `${signedPart}.${createHmac(hash, key).update(signedPart).digest('base64url')}`;
    };
    const validPayload = { sub: merchant.id, iat: now, exp: now + 3600 };
    expect(await statusOf(sign({ alg: 'HS256' }, validPayload))).toBe(200);
    for (const key of [Buffer.alloc(32, 7), Buffer.from(merchant.id)])
      expect(await statusOf(sign({ alg: 'HS256' }, validPayload, 'sha256', key))).toBe(401);
    expect(await statusOf(sign({ alg: 'HS512' }, validPayload, 'sha512'))).toBe(401);
    expect(await statusOf(sign({ alg: 'none' }, validPayload))).toBe(401);
    expect(await statusOf(sign({ alg: 'HS256' }, { ...validPayload, iat: now + 1, exp: now + 3601 }))).toBe(
      401,
    );
    expect(await statusOf(sign({ alg: 'HS256' }, { ...validPayload, nbf: now + 1 }))).toBe(401);
    expect(await statusOf(sign({ alg: 'HS256' }, { ...validPayload, exp: now }))).toBe(401);
    expect(await statusOf(sign({ alg: 'HS256' }, { ...validPayload, iat: now - 3601 }))).toBe(401);
    expect(await statusOf(sign({ alg: 'HS256' }, { sub: merchant.id, iat: now }))).toBe(401);
    expect(await statusOf(sign({ alg: 'HS256' }, { iat: now, exp: now + 3600 }))).toBe(401);
    expect(await statusOf(sign({ alg: 'HS256' }, { ...validPayload, sub: 'nobody' }))).toBe(401);
    await using otherSimulator = await TestSimulator.start();
    expect((await otherSimulator.send('GET', path, { token: merchant.token })).status).toBe(401);
  });
});

/** Stops a simulator and reads its signing key from the data directory. */
async function closeAndReadKey(data: string, sim: TestSimulator): Promise<Buffer> {
  await sim.close();
  const policy = createRecordPolicy();
  const store = await openEmbeddedStore({ directory: data, clock: sim.clock, policy });
  const keyRecord = store.get('secret', 'access-tokens');
  await store.close();
  if (!keyRecord) throw new Error('no key was kept');
  return Buffer.from(keyRecord.hex, 'hex');
}

describe.each(eachStore())('a merchant access token, %s (contract section 12, Rights)', (_name, start) => {
  const createScene = async () => {
    const { sim, other } = await start();
    const merchant = await TestMerchant.register(sim);
    const { token: key } = (
      await sim.send('POST', '/api/svcpagos/login', {
        body: { short_name: merchant.email, password: 'correct horse' },
      })
    ).json;
    const exchange = async (token: string) =>
      (await sim.send('POST', '/console/token', { token })).json.console_token as string;
    const issueToken = async (token: string) =>
      (await sim.send('POST', '/console/merchant/token', { token: await exchange(token) })).json.data
        .accessToken as string;
    const path = `/api/v1/merchants/${merchant.id}/transactions`;
    const tokenStatuses = (token: string) =>
      Promise.all([sim, other].map(async (each) => (await each.send('GET', path, { token })).status));
    const terminalStatuses = (terminal: TestTerminal) =>
      Promise.all(
        [sim, other].map(async (each) => (await sendSigned(each, terminal, 'GET', '/transactions')).status),
      );
    /** Revokes the listed tokens that match. */
    const revoke = async (isMatch: (hint: string) => boolean) => {
      const token = await merchant.logInToConsole();
      const { data } = (await sim.send('GET', '/console/tokens', { token })).json;
      for (const { token_id, token_hint } of data)
        if (isMatch(token_hint)) await sim.send('DELETE', `/console/tokens/${token_id}`, { token });
    };
    const changePassword = async (new_password: string, more = {}) =>
      sim.send('POST', '/console/password', {
        token: await merchant.logInToConsole(),
        body: { current_password: 'correct horse', new_password, ...more },
      });
    const isKey = (hint: string) => hint.endsWith(key.slice(-4));
    return { sim, merchant, key, isKey, revoke, changePassword, issueToken, tokenStatuses, terminalStatuses };
  };

  it('ends with the API token that created it, unlike a token from a login', async () => {
    const { merchant, key, isKey, revoke, issueToken, tokenStatuses } = await createScene();
    const accessToken = await issueToken(key);
    expect(await tokenStatuses(accessToken)).toEqual([200, 200]);
    await revoke(isKey);
    expect(await tokenStatuses(accessToken)).toEqual([401, 401]);
    expect(await tokenStatuses(merchant.token)).toEqual([200, 200]);
  });

  it('ends when the password changes, unless keep_others is true', async () => {
    const { sim, merchant, changePassword, tokenStatuses } = await createScene();
    await changePassword('correct horse', { keep_others: true });
    expect(await tokenStatuses(merchant.token)).toEqual([200, 200]);
    await changePassword('battery staple');
    expect(await tokenStatuses(merchant.token)).toEqual([401, 401]);
    const newAccessToken = (await logIn(sim, merchant.email, 'battery staple')).json.accessToken;
    expect(await tokenStatuses(newAccessToken)).toEqual([200, 200]);
  });

  it.each(['revocation', 'password'])('links terminals only until it ends: %s', async (how) => {
    const { sim, merchant, key, isKey, revoke, changePassword, issueToken, terminalStatuses } =
      await createScene();
    const pair = (serial: string, token: string) =>
      new TestMerchant(sim, merchant.id, '', token).terminal(serial);
    const [keyTerminal, loginTerminal] = [
      await pair('SN-lent', await issueToken(key)),
      await pair('SN-own', merchant.token),
    ];
    expect([...(await terminalStatuses(keyTerminal)), ...(await terminalStatuses(loginTerminal))]).toEqual([
      200, 200, 200, 200,
    ]);
    if (how === 'password') await changePassword('battery staple');
    else await revoke(isKey);
    const loginStatus = how === 'password' ? 401 : 200;
    expect([...(await terminalStatuses(keyTerminal)), ...(await terminalStatuses(loginTerminal))]).toEqual([
      401,
      401,
      loginStatus,
      loginStatus,
    ]);
    const password = how === 'password' ? 'battery staple' : 'correct horse';
    const newAccessToken = (await logIn(sim, merchant.email, password)).json.accessToken;
    expect(await terminalStatuses(await pair('SN-lent', newAccessToken))).toEqual([200, 200]);
  });

  it('links again a terminal whose earlier token has ended', async () => {
    const { sim, merchant, key, revoke, issueToken, terminalStatuses } = await createScene();
    const keyMerchant = new TestMerchant(sim, merchant.id, '', await issueToken(key));
    const before = await keyMerchant.terminal('SN-1');
    await revoke(() => true);
    const after = await merchant.terminal('SN-1');
    expect([...(await terminalStatuses(before)), ...(await terminalStatuses(after))]).toEqual([
      401, 401, 200, 200,
    ]);
  });
});
