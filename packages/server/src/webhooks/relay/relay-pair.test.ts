import { connectRelay, type RelayEvent } from '@svc-simulator/relay';
import { issueToken, listenForRelays } from '@svc-simulator/test-support/relay.ts';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { TestWebhooks } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';
import { Sightings } from '../../../../../test/support/sightings.ts';

const account = 'acc_0000000000000001';

/** Starts a simulator and a relay on the same clock. */
async function start(port: number, { hosted = true } = {}) {
  const test = await TestWebhooks.start({ hosted });
  const [mock, key] = [await listenForRelays(test), await issueToken(test, account)];
  const events = new Sightings<RelayEvent>('event of the relay');
  const openRelay = (options: { readonly since?: number } = {}) => {
    const onEvent = (event: RelayEvent) => events.add(event);
    const forward = { port };
    const relay = connectRelay({
      t: inEnglish,
      key,
      mock,
      forward,
      onEvent,
      clock: test.clock,
      chance: () => 0,
      ...options,
    });
    onTestFinished(async () => {
      await Promise.all([relay.close(), test.clock.advance(1000)]);
    });
    return relay;
  };
  return { test, events, openRelay };
}

describe('the hub and the relay', () => {
  it('reconnects after a broken connection and loses nothing', async () => {
    const receiver = await startReceiver();
    const { test, events, openRelay } = await start(receiver.port);
    openRelay();
    await events.first(({ type }) => type === 'connected');
    const before = await test.send('http://localhost/before');
    await test.seen('webhook.delivered', before);
    // A second relay with the same key replaces the first; when it leaves, a third connects.
    const second = openRelay();
    await events.atLeast(2, ({ type }) => type === 'connected');
    await second.close();
    await test.trace.atLeast(2, ({ type }) => type === 'relay.disconnected');
    const meanwhile = await test.send('http://localhost/meanwhile');
    await test.clock.advance(4000);
    openRelay();
    await test.seen('webhook.delivered', meanwhile);
    expect(test.attempts(meanwhile)).toMatchObject([{ attempt: 1, via: 'relay', status: 200 }]);
    expect(receiver.received.all.map(({ url }) => url)).toEqual(['/before', '/meanwhile']);
  });

  it('replays hundreds in the order of emission while new ones arrive', async () => {
    const receiver = await startReceiver();
    const { test, events, openRelay } = await start(receiver.port, { hosted: false });
    const sessionIds: string[] = [];
    const emit = async () => sessionIds.push(await test.send('http://127.0.0.1:1/hook'));
    for (let number = 0; number < 300; number++) await emit();
    await test.trace.atLeast(300, ({ type }) => type === 'webhook.attempted');
    openRelay({ since: 0 });
    const replayEvent = await events.first(({ type }) => type === 'replay');
    const emitMore = async () => {
      for (let number = 0; number < 100; number++) await emit();
    };
    await Promise.all([emitMore(), events.first(({ type }) => type === 'replayed')]);
    const requests = await receiver.received.atLeast(400);
    await test.trace.atLeast(400, ({ type }) => type === 'webhook.delivered');
    expect(replayEvent).toMatchObject({ since: 0, count: 300 });
    // Webhooks after the replay are sent in parallel, as usual.
    expect(requests.slice(0, 300).map(({ sessionId }) => sessionId)).toEqual(sessionIds.slice(0, 300));
    expect(requests.map(({ sessionId }) => sessionId).sort()).toEqual([...sessionIds].sort());
    expect(receiver.received.all).toHaveLength(400);
  });
});
