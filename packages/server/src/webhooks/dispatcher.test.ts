import { type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { OWN_URL, TestWebhooks } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/until.ts';

describe('the result of an attempt', () => {
  it("isn't stored if the delivery was deleted by a reset in the meantime", async () => {
    const test = await TestWebhooks.start();
    let respond = () => {};
    const receiver = await startReceiver((_, response) => {
      respond = () => response.end();
    });
    const session = test.session(receiver.url);
    const [delivery] = await test.emit(session);
    await receiver.received.atLeast(1);
    await test.runtime.store.transact({ account: session.accountId, exclusive: true }, () => ({
      result: null,
      clear: ['delivery'],
      clearTrace: true,
      events: [{ type: 'control.reset', at: test.clock.now(), data: {} }],
    }));
    respond();
    // A later webhook shows that the response was processed.
    const next = await test.send(`${OWN_URL}/console/hooks/${session.accountId}/paid`);
    await test.seen('webhook.delivered', next);
    await test.clock.advance(60_000);
    expect(test.attempts(session.id)).toEqual([]);
    expect(await test.runtime.store.get('delivery', delivery?.id ?? '')).toBeUndefined();
    expect(receiver.received.all).toHaveLength(1);
  });

  it('is stored once the store works again, without sending the webhook again', async () => {
    let failures = 3;
    const wrap = (store: Store): Store =>
      new Proxy(store, {
        get(target, name) {
          const member = Reflect.get(target, name, target);
          if (name !== 'transact') return typeof member === 'function' ? member.bind(target) : member;
          return (...[scope, decide]: Parameters<Store['transact']>) => {
            const storesResult = scope.lock?.some(({ kind }) => kind === 'delivery');
            if (storesResult && failures-- > 0) return Promise.reject(new StoreUnavailableError('disk full'));
            return target.transact(scope, decide);
          };
        },
      });
    const test = await TestWebhooks.start({ wrap });
    const receiver = await startReceiver();
    const id = await test.send(receiver.url);
    await receiver.received.atLeast(1);
    await until(
      () => failures < 0,
      () => test.clock.advance(1000),
    );
    await test.seen('webhook.delivered', id);
    expect(receiver.received.all).toHaveLength(1);
  });
});

describe('a host that never responds', () => {
  it.each([
    ['at most 256 simultaneous attempts of an account from a hosted simulator', true, 256],
    ['as many attempts as its ports allow from a local simulator', false, 300],
  ])('receives %s', async (_, hosted, expectedCount) => {
    const test = await TestWebhooks.start({ hosted, lookup: () => {} });
    for (let port = 1; port <= 300; port++)
      await test.emit(test.session(`http://shop.invalid:${1000 + (port % 10)}/${port}`));
    const { dispatcher } = test.webhooks;
    await until(
      () => dispatcher.runningAttempts().length >= expectedCount,
      () => test.clock.advance(100),
    );
    await test.clock.advance(500);
    expect(dispatcher.runningAttempts()).toHaveLength(expectedCount);
    await test.emit(test.session('http://other.invalid/'));
    await until(() => dispatcher.runningAttempts().length === expectedCount + 1);
  });
});

describe('closing the dispatcher', () => {
  it('gives running attempts two seconds to end, aborts the others, and leaves their deliveries open for the next start', async () => {
    const test = await TestWebhooks.start();
    const answers: (() => void)[] = [];
    const receiver = await startReceiver((_, response) => answers.push(() => response.end()));
    const finishedSession = test.session(receiver.url);
    const [abortedSession] = [test.session(receiver.url)];
    await test.emit(finishedSession);
    await receiver.received.atLeast(1);
    const [delivery] = await test.emit(abortedSession);
    await receiver.received.atLeast(2);

    let isClosed = false;
    const closing = test.webhooks.close().then(() => {
      isClosed = true;
    });
    await test.send(receiver.url);
    answers[0]?.();
    await test.seen('webhook.delivered', finishedSession.id);
    await test.clock.advance(1999);
    expect(isClosed).toBe(false);
    await test.clock.advance(1);
    await closing;
    expect(test.attempts(abortedSession.id)).toEqual([]);
    expect(await test.runtime.store.get('delivery', delivery?.id ?? '')).toMatchObject({
      state: 'open',
      attempts: 0,
    });
    expect(receiver.received.all).toHaveLength(2);
  });
});
