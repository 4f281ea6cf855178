import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

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
