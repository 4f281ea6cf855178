import { paymentForm, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TestStores } from '../../../test/postgres/test-stores.ts';

const stores = new TestStores();
const DAY_MS = 86_400_000;

describe('an account’s clock over two simulators on one database', () => {
  it('advances on both simulators, and fires the due timers in order', async () => {
    const database = await stores.database();
    const [first, other] = await Promise.all([
      TestSimulator.start({ database }),
      TestSimulator.start({ database }),
    ]);
    onTestFinished(async () => {
      await Promise.all([first.close(), other.close()]);
    });
    const account = await first.account();
    const { token } = account;
    const callClock = (sim: TestSimulator, method: string, path: string, body?: object) =>
      sim.send(method, `/control/clock${path}`, { token, body });
    const status = async (sim: TestSimulator, id: string) => {
      const answer = await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token });
      return answer.json.data?.status ?? answer.status;
    };
    await callClock(first, 'PUT', '', { frozen: true });
    const payment = await first.button(account, {
      webhook_url: `${first.url}/console/hooks/${account.id}/paid`,
    });
    const unpaid = await other.button(account);
    await other.send('POST', `/pay/${payment}`, paymentForm());
    expect((await callClock(other, 'POST', '/advance', { ms: DAY_MS })).json.data).toMatchObject({
      now: '2026-01-02T00:00:00.000Z',
      frozen: true,
    });
    expect((await callClock(first, 'GET', '')).json.data.now).toBe('2026-01-02T00:00:00.000Z');
    expect(await status(first, unpaid)).toBe('expired');
    const events = (await first.trace(account)) as unknown as { type: string; at: string }[];
    const timerEvents = events.filter(({ type }) => /accredited|expired|delivered/.test(type));
    expect(timerEvents.map(({ type, at }) => [type, at.slice(11, 19)])).toEqual([
      ['webhook.delivered', '00:00:00'],
      ['webhook.delivered', '00:00:00'],
      ['session.accredited', '00:00:05'],
      ['webhook.delivered', '00:00:05'],
      ['session.expired', '00:10:00'],
    ]);
    await callClock(first, 'POST', '/advance', { ms: 15 * DAY_MS });
    expect([await status(first, payment), await status(other, unpaid)]).toEqual([404, 404]);
    expect((await callClock(other, 'DELETE', '')).json.data.offset_ms).toBe(0);
  });
});
