import type { DeliveryRecord } from '@svc-simulator/core';
import { put } from '@svc-simulator/store/store.ts';
import { TestWebhooks } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it, vi } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/until.ts';

const inOrder = ['payment_session.created', 'payment_session.paid', 'payment_session.accredited'];

describe('the order within a session', () => {
  it('delays the second webhook until the first attempt of the first has ended', async () => {
    const test = await TestWebhooks.start();
    const receiver = await startReceiver((request, response) => {
      if (request.event !== 'payment_session.created') response.end();
    });
    const session = test.session(receiver.url);
    await test.emit(session, ['payment_session.created', 'payment_session.paid']);
    await receiver.received.atLeast(1);
    await test.emit(session, ['payment_session.accredited']);
    await test.clock.advance(4999);
    expect(receiver.received.all.map(({ event }) => event)).toEqual(['payment_session.created']);
    await test.clock.advance(1);
    await receiver.received.first(({ event }) => event === 'payment_session.accredited');
    expect(receiver.received.all.map(({ event }) => event)).toEqual(inOrder);
    expect(test.attempts(session.id)).toHaveLength(3);
  });

  it('is the order of emission, even after a restart and a change of the clock', async () => {
    const test = await TestWebhooks.open();
    const receiver = await startReceiver();
    const session = test.session(receiver.url);
    const later = test.clock.now() + 3000;
    await test.emit(session, ['payment_session.created'], later);
    await test.emit(session, ['payment_session.paid', 'payment_session.accredited']);
    test.begin();
    const requests = await receiver.received.atLeast(3);
    expect(requests.map(({ event }) => event)).toEqual(inOrder);
    await test.clock.advance(60_000);
    expect(receiver.received.all).toHaveLength(3);
  });
});

describe('a session that was resent many times', () => {
  const manyWebhooks = Array.from({ length: 150 }, () => 'payment_session.created' as const);

  async function start() {
    const test = await TestWebhooks.start();
    const receiver = await startReceiver();
    const session = test.session(receiver.url);
    return { test, receiver, session };
  }

  it('needs at most 200 deliveries to be read for another attempt', async () => {
    const { test, receiver, session } = await start();
    await test.emit(session, [...manyWebhooks, ...manyWebhooks]);
    await receiver.received.atLeast(300);
    await until(async () => test.attempts(session.id).length === 300);
    using list = vi.spyOn(test.runtime.store, 'list');
    await test.emit(session);
    await receiver.received.atLeast(301);
    await until(async () => test.attempts(session.id).length === 301);
    const pages = await Promise.all(list.mock.results.map(({ value }) => value));
    const readCount = pages.reduce((sum, { items }) => sum + items.length, 0);
    expect(readCount).toBeGreaterThan(0);
    expect(readCount).toBeLessThanOrEqual(200);
  });

  it('sends its oldest webhook when it is due, even if all newer ones were sent before', async () => {
    const { test, receiver, session } = await start();
    const [oldest] = await test.emit(session, ['payment_session.created'], test.clock.now() + 3000);
    const newer = manyWebhooks.map(() => ({
      ...(oldest as DeliveryRecord),
      id: test.runtime.random.uuid(),
      state: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
    })) as readonly DeliveryRecord[];
    await test.runtime.store.transact({ account: session.accountId }, () => ({
      result: null,
      puts: newer.map((delivery) => put('delivery', delivery.id, delivery)),
    }));
    expect(receiver.received.all).toEqual([]);
    await test.clock.advance(3000);
    await receiver.received.atLeast(1);
    await test.seen('webhook.delivered', session.id);
  });
});

describe('a slow receiver', () => {
  it("doesn't delay other accounts, and delays other sessions of its account only briefly", async () => {
    const test = await TestWebhooks.start();
    const receiver = await startReceiver((request, response) => {
      if (request.url !== '/hang') response.end();
    });
    const hangingSessions = Array.from({ length: 500 }, () => test.session(`${receiver.url}/hang`));
    for (const session of hangingSessions) await test.emit(session);
    await receiver.received.atLeast(64);

    const otherAccount = await test.send(`${receiver.url}/fast`, 'acc_0000000000000002');
    await test.seen('webhook.delivered', otherAccount);
    const otherTarget = await test.send((await startReceiver()).url);
    await test.seen('webhook.delivered', otherTarget);

    const sameTarget = await test.send(`${receiver.url}/fast`);
    await test.clock.advance(1000);
    await test.seen('webhook.delivered', sameTarget);
    expect(test.attempts(hangingSessions[0]?.id ?? '')).toEqual([]);
  });
});
