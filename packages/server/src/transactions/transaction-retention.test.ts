import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('what remains of transactions', () => {
  it('is swept 14 days after their last change, while terminals stay', async () => {
    await using sim = await TestSimulator.start();
    const merchant = await TestMerchant.register(sim);
    const terminal = await merchant.terminal('SN-1');
    const [orderId, idle] = [await merchant.create(), await merchant.create()];
    const found = async (id: string) =>
      (await sendSigned(sim, terminal, 'GET', `/transactions/${id}`)).status;
    await sim.clock.advance(86_400_000);
    const body = { authorizationCode: 'A' };
    await sendSigned(sim, terminal, 'POST', `/transactions/${orderId}/commit`, { body });
    await sim.clock.advance(13 * 86_400_000);
    expect([await found(orderId), await found(idle)]).toEqual([200, 404]);
    await sim.clock.advance(86_400_000);
    expect(await found(orderId)).toBe(404);
  });

  it('outlives a reset in nothing but the merchant', async () => {
    await using sim = await TestSimulator.start();
    const [merchant, other] = [await TestMerchant.register(sim), await TestMerchant.register(sim)];
    const [terminal, theirs] = [await merchant.terminal('SN-1'), await other.terminal('SN-1')];
    const orderId = await merchant.create();
    const api = await sim.send('POST', '/api/svcpagos/login', {
      body: { short_name: merchant.email, password: 'correct horse' },
    });
    expect((await sim.send('POST', '/control/reset', { token: api.json.token })).status).toBe(200);
    expect((await merchant.send('GET', `/transactions/${orderId}`)).status).toBe(404);
    expect((await sendSigned(sim, terminal, 'GET', '/transactions')).status).toBe(401);
    expect((await sendSigned(sim, theirs, 'GET', '/transactions')).status).toBe(200);
    const again = await merchant.terminal('SN-1');
    expect((await sendSigned(sim, again, 'GET', '/transactions')).json.data).toEqual([]);
  });
});
