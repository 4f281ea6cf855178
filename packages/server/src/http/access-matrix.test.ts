import { type Auth, type Operation, operations, signTerminalRequest } from '@svc-simulator/contract';
import { TestMerchant, type TestTerminal } from '@svc-simulator/test-support/merchant.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Every credential that there is, one of each account. */
const credentials = [
  'none',
  'api',
  'console',
  'console by key',
  'refresh',
  'webhook secret',
  'merchant',
  'other merchant',
  'terminal',
  'other terminal',
] as const;
type Credential = (typeof credentials)[number];

/** What opens which operations (contract section 2, and specification, Authentication). */
const opens: Readonly<Record<Exclude<Auth, 'none'>, Credential>> = {
  api: 'api',
  console: 'console',
  merchant: 'merchant',
  terminal: 'terminal',
};

const guarded = operations.filter(({ auth }) => auth !== 'none');
const cases = guarded.flatMap((operation) =>
  [operation.path, ...(operation.aliases ?? []).map(({ path }) => path)].flatMap((path) =>
    credentials.map((credential) => [operation.method, path, credential, operation] as const),
  ),
);

describe('every protected operation by every credential', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  let merchant: TestMerchant;
  let other: TestMerchant;
  let terminal: TestTerminal;
  let stranger: TestTerminal;
  let tokens: Partial<Record<Credential, string>>;

  beforeAll(async () => {
    sim = await TestSimulator.start();
    account = await sim.account();
    [merchant, other] = [await TestMerchant.register(sim), await TestMerchant.register(sim)];
    [terminal, stranger] = [await merchant.terminal('SN-1'), await other.terminal('SN-2')];
    const login = { short_name: 'team-1', password: 'correct horse' };
    const { refreshToken } = (await sim.send('POST', '/api/svcpagos/login', { body: login })).json;
    tokens = {
      api: account.token,
      console: account.console,
      'console by key': (await sim.send('POST', '/console/token', { token: account.token })).json
        .console_token,
      refresh: refreshToken,
      'webhook secret': account.secret,
      merchant: merchant.token,
      'other merchant': other.token,
    };
  });
  afterAll(() => sim.close());

  function headersFor(credential: Credential, url: string): Record<string, string> {
    const token = tokens[credential];
    if (token) return { authorization: `Bearer ${token}` };
    if (credential === 'none') return {};
    const timestamp = new Date(sim.clock.now()).toISOString();
    const secretKey = (credential === 'terminal' ? terminal : stranger).secret;
    const signature = signTerminalRequest({ secretKey, timestamp, url, body: '' });
    return { 'x-pos-timestamp': timestamp, 'x-pos-signature': signature };
  }

  function wanted({ auth, orMerchant, fullToken }: Operation, credential: Credential): 401 | 403 | 'through' {
    if (auth === 'console' && credential === 'console by key') return fullToken ? 403 : 'through';
    if (auth === 'none' || opens[auth] === credential) return 'through';
    // Another merchant has no such terminal: 404, which says nothing of whose it is.
    if (orMerchant && credential.endsWith('merchant')) return 'through';
    return auth === 'merchant' && credential === 'other merchant' ? 403 : 401;
  }

  it.each(cases)('%s %s with %s', async (method, path, credential, operation) => {
    const target = path
      .replace('{merchantId}', merchant.id)
      // The merchant's operations would unlink the terminal that the others need.
      .replace('{serialNumber}', operation.auth === 'terminal' ? 'SN-1' : 'SN-9')
      .replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
    const answer = await fetch(sim.url + target, { method, headers: headersFor(credential, target) });
    await answer.body?.cancel();
    const got = answer.status === 401 || answer.status === 403 ? answer.status : 'through';
    expect(got).toBe(wanted(operation, credential));
    if (got === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    // Past the door there is nothing but an answer, or a fault of the request, which has neither body nor target.
    if (got === 'through') expect([200, 201, 400, 404, 415]).toContain(answer.status);
  });

  it('lets a key alone hand nothing on (contract section 12, Rights)', () => {
    const refused = operations.filter(({ fullToken }) => fullToken).map(({ id }) => id);
    expect(refused.sort()).toEqual([
      'createConsoleMerchant',
      'createLoginLink',
      'joinClass',
      'leaveClass',
      'removeTrainee',
      'replaceWebhookSecret',
      'resetTraineePassword',
      'revokeToken',
    ]);
  });

  it('covers each family of the contract', () => {
    expect([...new Set(guarded.map(({ auth }) => auth))].sort()).toEqual([
      'api',
      'console',
      'merchant',
      'terminal',
    ]);
  });
});
