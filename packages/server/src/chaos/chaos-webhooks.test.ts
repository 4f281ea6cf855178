import {
  advanceClock,
  createChaosClient,
  forceOutcome,
  keyOf,
  startScene,
  startWebhookScene,
} from '@svc-simulator/test-support/chaos-scene.ts';
import { paymentForm, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { scratchFolder } from '../../../../test/support/scratch.ts';

describe('the dispatcher under chaos', () => {
  it('delivers webhooks in the order of their delays, even after a restart', async () => {
    const data = scratchFolder();
    const receiver = await startReceiver();
    const first = await TestSimulator.start({ data });
    const account = await first.account();
    await first.ask(account, 'PUT', '/control/clock', { frozen: true });
    await createChaosClient(first, account).set({ seed: 5, delay_ms: { min: 1, max: 3_600_000 } });
    for (let turn = 0; turn < 3; turn++) {
      const id = await first.button(account, { webhook_url: receiver.url });
      await forceOutcome(first, account, id, 1, 'paid');
      await forceOutcome(first, account, id, 2, 'accredited');
    }
    const injectedFaults = (await first.trace(account, '&type=chaos.injected')).map(({ data }) => data);
    await first.close();
    const second = await startScene({ data });
    await advanceClock(second, account, 3_600_000);
    const faultsByDelay = [...injectedFaults].sort((a, b) => Number(a.delay_ms) - Number(b.delay_ms));
    expect(receiver.received.all.map(({ event }) => event)).toEqual(faultsByDelay.map(({ event }) => event));
    expect(receiver.received.all).toHaveLength(9);
  });

  it('delays a webhook until the next one of its session, or for ten seconds', async () => {
    const { sim, account, receiver, trace } = await startWebhookScene();
    await createChaosClient(sim, account).set({ reorder: 1 });
    const id = await sim.button(account, { webhook_url: receiver.url });
    const other = await sim.button(account, { webhook_url: receiver.url });
    await forceOutcome(sim, account, id, 1, 'paid');
    await forceOutcome(sim, account, id, 2, 'accredited');
    await trace.of(id, 'webhook.delivered', 3);
    expect(receiver.received.all.map(({ event }) => event)).toEqual([
      'payment_session.accredited',
      'payment_session.created',
      'payment_session.paid',
    ]);
    await sim.clock.advance(9_999);
    expect(receiver.received.all).toHaveLength(3);
    await sim.clock.advance(1);
    await trace.of(other, 'webhook.delivered');
    expect((await sim.trace(account, '&type=chaos.injected')).map(({ data }) => data.hold_ms)).toEqual([
      10_000, 10_000, 10_000,
    ]);
  });

  it('sends a webhook forged or stale in the first attempt, and unchanged in the second', async () => {
    const { sim, account, receiver, trace } = await startWebhookScene((_, response) =>
      response.writeHead(401).end(),
    );
    for (const fault of ['bad_signature', 'stale_timestamp'] as const) {
      await createChaosClient(sim, account).set({ [fault]: 1 });
      const id = await sim.button(account, { webhook_url: receiver.url });
      const { data } = await trace.of(id, 'webhook.attempted');
      await createChaosClient(sim, account).off();
      await sim.clock.advance(2000);
      await trace.of(id, 'webhook.attempted', 2);
      const [faultyRequest, unchangedRequest] = receiver.received.all.filter(
        ({ sessionId }) => sessionId === id,
      );
      const changedHeaders =
        fault === 'bad_signature' ? ['svc-signature'] : ['svc-signature', 'svc-timestamp'];
      expect(Object.keys(data.headers)).toEqual(changedHeaders);
      for (const name of changedHeaders) {
        expect(faultyRequest?.headers[name]).toBe(data.headers[name]);
        expect(faultyRequest?.headers[name]).not.toBe(unchangedRequest?.headers[name]);
      }
      expect(faultyRequest && keyOf(faultyRequest)).toBe(unchangedRequest && keyOf(unchangedRequest));
      expect(faultyRequest?.rawBody).toEqual(unchangedRequest?.rawBody);
      if (fault === 'stale_timestamp') {
        const lagMs =
          Date.parse(String(unchangedRequest?.headers['svc-timestamp'])) -
          Date.parse(String(faultyRequest?.headers['svc-timestamp']));
        expect(lagMs).toBe(10 * 60_000);
      }
    }
  });

  it('counts webhooks caused by the payment page and by timers', async () => {
    const { sim, account, receiver, trace } = await startWebhookScene();
    await createChaosClient(sim, account).set({ seed: 3, duplicate: 0.5 });
    const id = await sim.button(account, { webhook_url: receiver.url });
    expect((await sim.send('POST', `/pay/${id}`, paymentForm())).status).toBe(303);
    await sim.clock.advance(5000);
    await trace.of(id, 'session.accredited');
    expect(await createChaosClient(sim, account).show()).toMatchObject({ webhooks: 3 });
  });

  it('numbers simultaneous webhooks without gaps', async () => {
    const sim = await startScene();
    const account = await sim.account();
    await createChaosClient(sim, account).set({ seed: 3, duplicate: 1 });
    const webhook_url = `${sim.url}/console/hooks/${account.id}/captura`;
    const ids = await Promise.all(Array.from({ length: 20 }, () => sim.button(account, { webhook_url })));
    await Promise.all(ids.map((id) => forceOutcome(sim, account, id, 1, 'paid')));
    const numbers = (await sim.trace(account, '&type=chaos.injected')).map(({ data }) => Number(data.number));
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });
});
