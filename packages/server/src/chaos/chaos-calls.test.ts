import { createChaosClient, startScene, waitForEvent } from '@svc-simulator/test-support/chaos-scene.ts';
import { merchantBody, sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('the API under chaos', () => {
  it('executes a call once even if it is repeated with its Idempotency-Key after injected errors', async () => {
    const sim = await startScene();
    const account = await sim.account();
    const { token } = account;
    await createChaosClient(sim, account).set({ seed: 1, error_rate: 0.5 });
    const createPartner = () =>
      sim.send('POST', '/api/v1/ext/partners', {
        token,
        body: { name: 'Carrier' },
        headers: { 'idempotency-key': 'k1' },
      });
    const answers = [];
    for (let turn = 0; turn < 12; turn++) answers.push(await createPartner());
    const acceptedAnswers = answers.filter(({ status }) => status === 201);
    expect(acceptedAnswers.length).toBeGreaterThan(1);
    expect(acceptedAnswers.length).toBeLessThan(12);
    expect(answers[0]?.status).toBeGreaterThanOrEqual(500);
    expect(new Set(acceptedAnswers.map(({ json }) => json.data.partner_id)).size).toBe(1);
    expect((await sim.trace(account, '&type=partner.created')).length).toBe(1);
  });

  it('injects errors into calls of POS apps and terminals', async () => {
    const sim = await startScene();
    const shop = await TestMerchant.register(sim);
    const terminal = await shop.terminal('VT-1');
    const body = { short_name: shop.email, password: merchantBody.password };
    const { token } = (await sim.send('POST', '/api/svcpagos/login', { body })).json;
    expect((await sim.send('PUT', '/control/chaos', { token, body: { error_rate: 1 } })).status).toBe(200);
    const answers = [
      await shop.send('GET', '/transactions'),
      await sendSigned(sim, terminal, 'GET', '/transactions'),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBeGreaterThanOrEqual(500);
      expect(headers.get('x-svc-sim')).toBe('chaos');
    }
  });

  it('delays the response but executes the call at once', async () => {
    const sim = await startScene();
    const account = await sim.account();
    const creationEvent = waitForEvent(sim, 'session.created');
    await createChaosClient(sim, account).set({ latency_ms: 30_000 });
    let isAnswered = false;
    const creation = sim.button(account).then((id) => {
      isAnswered = true;
      return id;
    });
    await creationEvent;
    await sim.clock.advance(29_999);
    expect(isAnswered).toBe(false);
    await sim.clock.advance(1);
    expect(await creation).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('sends delayed responses at once when the simulator stops', async () => {
    const sim = await TestSimulator.start();
    const account = await sim.account();
    const creationEvent = waitForEvent(sim, 'session.created');
    await createChaosClient(sim, account).set({ latency_ms: 60_000 });
    const creation = sim.button(account);
    await creationEvent;
    const closing = sim.close();
    expect(await creation).toMatch(/^[0-9a-f-]{36}$/);
    // Idle connections are closed after this time.
    await sim.clock.advance(1000);
    await closing;
  });
});
