import { createHmac } from 'node:crypto';
import { inAccount } from '@svc-simulator/test-support/account.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';

describe('a test webhook', async () => {
  const { sim, account } = await inAccount();

  const probe = (session_id: string, kind: string, more: { token?: string; language?: string } = {}) =>
    sim.send('POST', '/control/probes', {
      token: more.token ?? account.token,
      body: { session_id, kind },
      headers: { 'accept-language': more.language ?? 'en' },
    });

  /** A session whose first webhook got 200; later ones get `status`. */
  async function session(status: number) {
    let answers = [200];
    const receiver = await startReceiver((_, response) =>
      response.writeHead(answers.shift() ?? status, { location: '/elsewhere' }).end(),
    );
    const seen = new SeenTrace(sim);
    const id = await sim.button(account, { webhook_url: `${receiver.url}/hook` });
    await seen.of(id, 'webhook.delivered');
    const types = async () => (await sim.trace(account, `&session_id=${id}`)).map(({ type }) => type);
    return { id, receiver, types, accepts: (...next: number[]) => (answers = next) };
  }

  it('passes with a bad signature if the receiver refuses it, and appears in the trace', async () => {
    const { id, receiver, types } = await session(401);
    const { status, json } = await probe(id, 'bad_signature');
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      session_id: id,
      kind: 'bad_signature',
      event: 'payment_session.created',
      expected: '4xx',
      via: 'local',
      status: 401,
      error: null,
      passed: true,
      fix: null,
    });
    expect(json.data.why).toContain('responded with 401');
    expect((await types()).slice(-3)).toEqual(['webhook.emitted', 'webhook.attempted', 'webhook.probed']);
    const [emitted] = (await sim.trace(account, `&session_id=${id}&type=webhook.emitted&order=desc`)).slice(
      0,
    );
    expect(emitted?.data).toMatchObject({ probe: 'bad_signature', delivery_id: json.data.probe_id });
    const [genuine, forged] = receiver.received.all;
    expect(forged?.rawBody).toEqual(genuine?.rawBody);
    expect(forged?.headers['idempotency-key']).not.toBe(genuine?.headers['idempotency-key']);
    expect(signatureOf(forged)).not.toBe(forged?.headers['svc-signature']);
  });

  /** The recipe of the specification. */
  function signatureOf(request: { rawBody: Buffer; headers: Record<string, unknown> } | undefined) {
    return createHmac('sha256', account.secret)
      .update(`${request?.headers['svc-timestamp']}.${request?.rawBody}`)
      .digest('hex');
  }

  it('signs a stale timestamp of ten minutes ago correctly', async () => {
    const { id, receiver } = await session(400);
    expect((await probe(id, 'stale_timestamp')).json.data).toMatchObject({ expected: '4xx', passed: true });
    const [, stale] = receiver.received.all;
    expect(stale?.headers['svc-timestamp']).toBe(
      new Date(sim.clock.now() - 600_000).toISOString().replace('.000Z', 'Z'),
    );
    expect(stale?.headers['svc-signature']).toBe(signatureOf(stale));
  });

  it('repeats body and idempotency key with a new signature', async () => {
    const { id, receiver } = await session(204);
    await sim.clock.advance(1000);
    expect((await probe(id, 'duplicate')).json.data).toMatchObject({ expected: '2xx', passed: true });
    const [genuine, again] = receiver.received.all;
    expect(again?.rawBody).toEqual(genuine?.rawBody);
    expect(again?.headers['idempotency-key']).toBe(genuine?.headers['idempotency-key']);
    expect(again?.headers['svc-signature']).toBe(signatureOf(again));
    expect(again?.headers['svc-timestamp']).not.toBe(genuine?.headers['svc-timestamp']);
  });

  it('signs an unknown event or unknown fields as sent', async () => {
    const { id, receiver } = await session(200);
    expect((await probe(id, 'unknown_event')).json.data).toMatchObject({
      event: 'payment_session.simulated_future_event',
      passed: true,
    });
    expect((await probe(id, 'extra_fields')).json.data).toMatchObject({ passed: true });
    const [genuine, unknown, extended] = receiver.received.all;
    for (const sent of [unknown, extended]) expect(sent?.headers['svc-signature']).toBe(signatureOf(sent));
    const body = JSON.parse(String(genuine?.rawBody));
    expect(JSON.parse(String(unknown?.rawBody))).toEqual({
      ...body,
      event: 'payment_session.simulated_future_event',
    });
    expect(JSON.parse(String(extended?.rawBody))).toMatchObject(body);
    expect(extended?.rawBody).not.toEqual(genuine?.rawBody);
  });

  it('uses the latest accepted webhook', async () => {
    const { id, receiver, accepts } = await session(500);
    accepts();
    await sim.ask(account, 'POST', `/control/sessions/${id}/outcome`, { leg: 1, outcome: 'paid' });
    await receiver.received.atLeast(2);
    accepts(200);
    expect((await probe(id, 'duplicate')).json.data).toMatchObject({ event: 'payment_session.created' });
  });

  it('fails at the time-out of a silent receiver', async () => {
    let silent = false;
    const receiver = await startReceiver((_, response) => silent || response.end());
    const seen = new SeenTrace(sim);
    const id = await sim.button(account, { webhook_url: receiver.url });
    await seen.of(id, 'webhook.delivered');
    silent = true;
    const asked = probe(id, 'duplicate');
    await receiver.received.atLeast(2);
    await sim.clock.advance(5000);
    expect((await asked).json.data).toMatchObject({ status: null, error: 'timeout', passed: false });
  });

  /**
   * A session whose receiver accepts the first webhook and holds back its later responses until they are
   * released.
   */
  async function holding(who: TestAccount) {
    const held: (() => void)[] = [];
    let holds = false;
    const seen = new SeenTrace(sim);
    const receiver = await startReceiver((_, response) => {
      if (holds) held.push(() => response.end());
      else response.end();
    });
    const id = await sim.button(who, { webhook_url: receiver.url });
    const { delivery_id } = (await seen.of(id, 'webhook.delivered')).data;
    holds = true;
    const letGo = () => {
      holds = false;
      for (const answer of held) answer();
    };
    return { id, receiver, seen, letGo, deliveryId: delivery_id as string };
  }

  it('returns 202 after 12 s, and its verdict is traced when its turn comes', async () => {
    const { id, receiver, seen, letGo, deliveryId } = await holding(account);
    // Each resend delays the following ones for 5 s.
    for (let resend = 0; resend < 3; resend++) {
      await sim.ask(account, 'POST', `/control/deliveries/${deliveryId}/resend`);
    }
    const asked = probe(id, 'duplicate');
    await seen.of(id, 'webhook.emitted', 5);
    await receiver.received.atLeast(2);
    await sim.clock.advance(12_000);
    const pending = await asked;
    expect([pending.status, pending.json.data.passed]).toEqual([202, null]);
    expect(pending.json.data.why).toContain('webhook.probed');
    letGo();
    expect((await seen.of(id, 'webhook.probed')).data).toMatchObject({
      delivery_id: pending.json.data.probe_id,
      passed: true,
    });
  });

  it('returns 202 if a reset deletes its verdict', async () => {
    const own = await sim.account();
    const { id, receiver, letGo } = await holding(own);
    const asked = probe(id, 'duplicate', { token: own.token });
    await receiver.received.atLeast(2);
    await sim.ask(own, 'POST', '/control/reset');
    expect((await asked).status).toBe(202);
    letGo();
  });
});

it('stops the simulator without waiting for the receiver of a test webhook', async () => {
  const sim = await TestSimulator.start();
  const account = await sim.account();
  let holds = false;
  const receiver = await startReceiver((_, response) => {
    if (!holds) response.end();
  });
  const seen = new SeenTrace(sim);
  const id = await sim.button(account, { webhook_url: receiver.url });
  await seen.of(id, 'webhook.delivered');
  holds = true;
  const asked = sim.ask(account, 'POST', '/control/probes', { session_id: id, kind: 'duplicate' });
  await receiver.received.atLeast(2);
  const closing = sim.close();
  expect((await asked).status).toBe(202);
  await Promise.all([closing, sim.clock.advance(5000)]);
});
