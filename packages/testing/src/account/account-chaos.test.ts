import { expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { startSimulator } from '../index.ts';

it('injects faults for one account, and the same faults for the same seed', async () => {
  await using sim = await startSimulator();
  const receiver = await startReceiver();
  const other = await sim.account();
  const set = await sim.chaos.set({ seed: 7, duplicate: 1, drop: 0.3 });
  expect(set).toMatchObject({ active: true, seed: 7, duplicate: 1, drop: 0.3, webhooks: 0 });
  await sim.clock.freeze();
  const session = await sim.session.create({ webhook_url: receiver.url });
  await sim.session.pay(session);
  // Dropped attempts are retried within 7 seconds.
  await sim.clock.advance('1 minute');
  const { injected, webhooks } = await sim.chaos.show();
  expect([webhooks, injected.duplicate]).toEqual([3, 3]);
  expect(sim.webhooks.all().map(({ event, resendOf }) => [event, resendOf === null])).toEqual(
    ['created', 'paid', 'accredited'].flatMap((event) => [
      [`payment_session.${event}`, true],
      [`payment_session.${event}`, false],
    ]),
  );
  expect(sim.trace({ type: 'chaos.injected' }).map(({ data }) => data.fault)).toContain('duplicate');
  expect(sim.session.story(session)).toContain('chaos: sent twice');
  expect(await other.chaos.show()).toMatchObject({ active: false, seed: null });
  await sim.chaos.off();
  expect(await sim.chaos.show()).toMatchObject({ active: false });
});
