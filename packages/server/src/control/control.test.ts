import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('reset', () => {
  it('drops what the account made, keeps credentials and event ids, and leaves others alone', async () => {
    await using sim = await TestSimulator.start();
    const [account, other] = [await sim.account(), await sim.account()];
    const [mine, theirs] = [await sim.button(account), await sim.button(other)];
    await sim.send('PUT', '/console/settings', {
      token: account.console,
      body: { webhook_body: 'flat', throttle_per_minute: 100 },
    });
    const before = await sim.trace(account);
    expect((await sim.send('POST', '/__test__/reset', { token: account.token })).status).toBe(200);
    const status = (id: string, who: TestAccount) =>
      sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token: who.token });
    expect((await status(mine, account)).status).toBe(404);
    expect((await status(theirs, other)).status).toBe(200);
    const after = (await sim.send('GET', '/console/trace', { token: account.console })).json.data;
    expect(after[0]).toMatchObject({ type: 'control.reset', id: before.length + 1 });
    expect((await sim.send('GET', '/console/settings', { token: account.console })).json.data).toMatchObject({
      webhook_body: 'both',
      throttle_per_minute: null,
    });
    expect((await sim.send('GET', '/console/progress', { token: account.console })).json.data.completed).toBe(
      0,
    );
    expect((await sim.send('GET', '/console/sessions', { token: account.console })).json.data).toEqual([]);
  });
});
