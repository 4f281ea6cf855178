import { buttonBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TestStores } from '../../test/postgres/test-stores.ts';

const stores = new TestStores();

async function startTwo(): Promise<[TestSimulator, TestSimulator]> {
  const database = await stores.database();
  const simulators = await Promise.all([
    TestSimulator.start({ database }),
    TestSimulator.start({ database }),
  ]);
  onTestFinished(async () => {
    await Promise.all(simulators.map((one) => one.close()));
  });
  return simulators;
}

describe('two simulators on one database', () => {
  it('counts the requests of an account on both instances together', async () => {
    const [one, other] = await startTwo();
    const account = await one.account();
    const limit = (value: number | null) =>
      other.ask(account, 'PUT', '/console/settings', { throttle_per_minute: value });
    const ask = async (simulator: TestSimulator) => {
      const { status, headers } = await simulator.ask(
        account,
        'GET',
        '/api/v1/ext/payment-sessions/status/none',
      );
      return [status, headers.get('x-ratelimit-remaining'), headers.get('retry-after')];
    };
    await limit(3);
    expect(await ask(one)).toEqual([404, '2', null]);
    expect(await ask(other)).toEqual([404, '1', null]);
    expect(await ask(one)).toEqual([404, '0', null]);
    expect(await ask(other)).toEqual([429, '0', '60']);
    expect(await ask(one)).toEqual([429, '0', '60']);
    await limit(4);
    expect(await ask(one)).toEqual([404, '3', null]);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(index % 2 ? one : other)));
    expect(answers.filter(([status]) => status === 404)).toHaveLength(3);
    await Promise.all([one, other].map((simulator) => simulator.clock.advance(60_000)));
    expect(await ask(other)).toEqual([404, '3', null]);
    await one.ask(account, 'POST', '/control/reset');
    await limit(4);
    expect(await ask(other)).toEqual([404, '3', null]);
    await limit(null);
    expect(await ask(one)).toEqual([404, null, null]);
  });

  it('creates one session for an idempotency key that both instances receive', async () => {
    const [one, other] = await startTwo();
    const account = await one.account();
    const createSession = (simulator: TestSimulator) =>
      simulator.send('POST', '/api/v1/ext/payment-sessions/buttons', {
        token: account.token,
        body: { ...buttonBody, agreement_id: account.agreement },
        headers: { 'idempotency-key': 'order-1' },
      });
    const answers = await Promise.all([
      createSession(one),
      createSession(other),
      createSession(one),
      createSession(other),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const idsOf = (texts: typeof answers) => new Set(texts.map(({ json }) => json.data.id));
    expect(idsOf(answers).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(3);
  });

  it('returns 404 for an id that no record can have', async () => {
    const [one] = await startTwo();
    const account = await one.account();
    for (const id of ['a%00b', '%ED%A0%80', '%5C', '%F0%9F%92%B3']) {
      const path = `/api/v1/ext/payment-sessions/status/${id}`;
      expect((await one.send('GET', path, { token: account.token })).status).toBe(404);
    }
  });
});
