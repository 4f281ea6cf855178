import { signWebhook } from '@svc-simulator/contract';
import { OWN_URL, TestWebhooks, testAccount, WEBHOOK_SECRET } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { emit, emitRepetition } from '../webhooks/emission.ts';
import { deliveriesOfSession, readDelivery } from './delivery-reading.ts';

const account = testAccount('acc_0000000000000001');

describe('the deliveries of a session', () => {
  it('returns deliveries newest first, each with its bytes, signature and attempts', async () => {
    const test = await TestWebhooks.start();
    const receiver = await startReceiver((_, response) => response.writeHead(401).end('bad signature'));
    const session = test.session(receiver.url);
    await test.emit(session, ['payment_session.created', 'payment_session.paid']);
    await test.attempted(session.id, 1);
    await test.clock.advance(2000);
    await test.attempted(session.id, 2);
    await test.clock.advance(5000);
    await test.seen('webhook.gave_up', session.id);
    const { deliveries, nextCursor } = await deliveriesOfSession(test.runtime, account, session.id, {
      limit: 10,
    });
    expect(nextCursor).toBeNull();
    expect(deliveries.map(({ event }) => event)).toEqual(['payment_session.paid', 'payment_session.created']);
    const [, created] = deliveries;
    const [request] = receiver.received.all;
    expect(created?.emission?.rawBody).toBe(String(request?.rawBody));
    expect(created?.emission?.headers).toMatchObject({ 'svc-signature': request?.headers['svc-signature'] });
    expect(created?.emission?.signature).toEqual({
      sent: request?.headers['svc-signature'],
      variant: 'timestamp',
      signedString: `${request?.headers['svc-timestamp']}.${request?.rawBody}`,
      recomputed: request?.headers['svc-signature'],
      byFormerSecret: false,
      matches: true,
    });
    expect(created).toMatchObject({ url: receiver.url, route: 'relay', probe: null, resendOf: null });
    expect(created?.attempts[0]).toEqual({
      attempt: 1,
      at: test.clock.now() - 7000,
      via: 'local',
      status: 401,
      error: null,
      durationMs: 0,
      simulatorMs: 0,
      responseBody: 'bad signature',
      chaos: [],
    });
    expect(created?.diagnosis[0]).toMatchObject({ code: 'refused_signature', severity: 'likely' });
  });

  it('pages deliveries, each page with all attempts of its deliveries', async () => {
    const test = await TestWebhooks.start();
    const session = test.session(`${OWN_URL}/console/hooks/${account.id}/captura`);
    await test.emit(session, [
      'payment_session.created',
      'payment_session.paid',
      'payment_session.accredited',
    ]);
    await test.trace.atLeast(3, ({ type }) => type === 'webhook.delivered');
    const first = await deliveriesOfSession(test.runtime, account, session.id, { limit: 2 });
    const second = await deliveriesOfSession(test.runtime, account, session.id, {
      limit: 2,
      cursor: first.nextCursor ?? '',
    });
    const all = [...first.deliveries, ...second.deliveries];
    expect(all.map(({ event, state, attempts }) => [event, state, attempts.length])).toEqual([
      ['payment_session.accredited', 'delivered', 1],
      ['payment_session.paid', 'delivered', 1],
      ['payment_session.created', 'delivered', 1],
    ]);
    expect(second.nextCursor).toBeNull();
  });

  it('shows the signed text even if the account has changed its settings since', async () => {
    const test = await TestWebhooks.start();
    const session = test.session(`${OWN_URL}/console/hooks/${account.id}/paid`);
    await test.emit(session);
    const changedAccount = {
      ...account,
      settings: { ...account.settings, webhook_signature: 'body' as const },
    };
    const { deliveries } = await deliveriesOfSession(test.runtime, changedAccount, session.id, { limit: 1 });
    expect(deliveries[0]?.emission?.signature).toMatchObject({ variant: 'timestamp', matches: true });
  });

  it('shows the body alone if only the body was signed', async () => {
    const test = await TestWebhooks.start();
    const bodySigner = { ...account, settings: { ...account.settings, webhook_signature: 'body' as const } };
    const session = test.session(undefined);
    const { runtime, clock } = test;
    await runtime.store.transact({ account: account.id }, ({ nextEventId }) => {
      const { settings, random } = runtime;
      const request = {
        event: 'payment_session.created',
        session,
        account: bodySigner,
        random,
        settings,
      } as const;
      return { result: null, events: emit({ ...request, now: clock.now(), nextEventId }).events };
    });
    const { deliveries } = await deliveriesOfSession(runtime, bodySigner, session.id, { limit: 1 });
    expect(deliveries).toHaveLength(1);
    const [unsentDelivery] = deliveries;
    expect(unsentDelivery).toMatchObject({
      id: null,
      url: null,
      state: 'unsent',
      attempts: [],
      diagnosis: [],
    });
    const rawBody = unsentDelivery?.emission?.rawBody ?? '';
    expect(unsentDelivery?.emission?.signature).toEqual({
      sent: signWebhook({ secret: WEBHOOK_SECRET, timestamp: '', body: rawBody, variant: 'body' }),
      variant: 'body',
      signedString: rawBody,
      recomputed: unsentDelivery?.emission?.signature.sent,
      byFormerSecret: false,
      matches: true,
    });
  });
});

describe('one delivery', () => {
  it('is shown only to its own account, and reveals that a foreign secret signed it', async () => {
    const test = await TestWebhooks.start();
    const session = test.session(`${OWN_URL}/console/hooks/${account.id}/captura`);
    const [original] = await test.emit(session);
    if (!original) throw new Error('nothing was emitted');
    const { runtime, clock } = test;
    const signedDelivery = await runtime.store.transact({ account: account.id }, ({ nextEventId }) => {
      const { delivery, puts, events } = emitRepetition({
        original,
        event: original.event,
        rawBody: '{"event":"payment_session.created"}',
        idempotencyKey: runtime.random.uuid(),
        account,
        foreignSecret: 'whsec_other',
        signedAt: clock.now(),
        purpose: { probe: 'bad_signature' },
        now: clock.now(),
        random: runtime.random,
        nextEventId,
        settings: runtime.settings,
      });
      return { result: delivery, puts, events };
    });
    await test.seen('webhook.probed', session.id);
    const foundDelivery = await readDelivery(runtime, account, signedDelivery.id);
    expect(foundDelivery).toMatchObject({ id: signedDelivery.id, probe: 'bad_signature', state: 'probed' });
    expect(foundDelivery?.emission?.signature).toMatchObject({ variant: 'timestamp', matches: false });
    expect(foundDelivery?.attempts).toHaveLength(1);
    expect(
      await readDelivery(runtime, testAccount('acc_0000000000000002'), signedDelivery.id),
    ).toBeUndefined();
    expect(await readDelivery(runtime, account, 'nonsense')).toBeUndefined();
  });
});
