import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { merchantBody, sendSigned, TestMerchant } from '../test-merchant.ts';
import { paymentForm, type TestAccount, TestSimulator } from '../test-simulator.ts';
import { SeenTrace } from '../test-trace.ts';

async function started(options: Parameters<typeof TestSimulator.start>[0] = {}) {
  const sim = await TestSimulator.start(options);
  onTestFinished(() => sim.close());
  return sim;
}

function chaosOf(sim: TestSimulator, { token }: TestAccount, path = '/control/chaos') {
  return {
    show: async () => (await sim.send('GET', path, { token })).json.data,
    set: (body: object) => sim.send('PUT', path, { token, body }),
    off: () => sim.send('DELETE', path, { token }),
  };
}

const outcome = (sim: TestSimulator, { token }: TestAccount, id: string, leg: number, outcome: string) =>
  sim.send('POST', `/control/sessions/${id}/outcome`, { token, body: { leg, outcome } });

/** What was injected so far, as `fault number attempt`. */
async function faults(sim: TestSimulator, account: TestAccount): Promise<string[]> {
  const events = await sim.trace(account, '&type=chaos.injected');
  return events.map(({ data }) => [data.fault, data.number, data.attempt].filter(Boolean).join(' '));
}

/** Lets the account's own time pass; answers when its webhooks have ended. */
const pass = (sim: TestSimulator, { token }: TestAccount, ms: number) =>
  sim.send('POST', '/control/clock/advance', { token, body: { ms } });

/** Resolves when an event of this type is stored. */
const happened = ({ simulator }: TestSimulator, wanted: string) =>
  new Promise<void>((resolve) => {
    onTestFinished(simulator.onEvent(({ json }) => JSON.parse(json).type === wanted && resolve()));
  });

const keyOf = (request: { headers: Record<string, unknown> }) => String(request.headers['idempotency-key']);

describe('the settings', () => {
  it('are off, set whole, shown, and cleared; under both paths', async () => {
    const sim = await started();
    const account = await sim.account();
    const chaos = chaosOf(sim, account);
    const none = {
      duplicate: 0,
      reorder: 0,
      drop: 0,
      bad_signature: 0,
      stale_timestamp: 0,
      latency: 0,
      error: 0,
      delay: 0,
    };
    const off = {
      active: false,
      seed: null,
      duplicate: 0,
      reorder: 0,
      delay_ms: 0,
      drop: 0,
      bad_signature: 0,
      stale_timestamp: 0,
      latency_ms: 0,
      error_rate: 0,
      set_at: null,
      webhooks: 0,
      calls: 0,
      injected: none,
    };
    expect(await chaos.show()).toEqual(off);
    const set = await chaos.set({ seed: 42, drop: 0.25, delay_ms: { min: 5, max: 10 }, latency_ms: 0 });
    const wanted = {
      ...off,
      active: true,
      seed: 42,
      drop: 0.25,
      delay_ms: { min: 5, max: 10 },
      set_at: '2026-01-01T00:00:00.000Z',
    };
    expect([set.status, set.json.data]).toEqual([200, wanted]);
    expect(await chaosOf(sim, account, '/__test__/chaos').show()).toEqual(wanted);
    await chaos.set({ duplicate: 1 });
    expect(await chaos.show()).toMatchObject({
      duplicate: 1,
      drop: 0,
      delay_ms: 0,
      seed: expect.any(Number),
    });
    expect((await chaos.off()).json.data).toEqual(off);
    expect((await chaos.off()).json.data).toEqual(off);
    const types = (await sim.trace(account))
      .map(({ type }) => type)
      .filter((type) => type.startsWith('chaos'));
    expect(types).toEqual(['chaos.set', 'chaos.set', 'chaos.cleared']);
  });

  it('are refused with every fault', async () => {
    const sim = await started();
    const chaos = chaosOf(sim, await sim.account());
    const wrong = await chaos.set({
      seed: -1,
      duplicate: 1.5,
      drop: '0.1',
      delay_ms: { min: 10, max: 5 },
      latency_ms: 60_001,
      error_rate: null,
    });
    const pointers = wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect([wrong.status, pointers.sort()]).toEqual([
      400,
      ['/delay_ms/max', '/drop', '/duplicate', '/latency_ms', '/seed'],
    ]);
    const empty = await chaos.set({ seed: 1, drops: 0.1 });
    expect([empty.status, empty.json.errors[0].pointer]).toEqual([400, '']);
    const span = await chaos.set({ delay_ms: { min: 0, max: 3_600_001 } });
    expect(span.json.errors[0].pointer).toBe('/delay_ms/max');
    expect((await chaos.set({ delay_ms: '5' })).json.errors[0]).toMatchObject({ pointer: '/delay_ms' });
  });

  it('are one account’s, outlive a restart, and go with a reset', async () => {
    const data = mkdtempSync(join(tmpdir(), 'sim-chaos-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const first = await TestSimulator.start({ data });
    const [account, other] = [await first.account(), await first.account()];
    await chaosOf(first, account).set({ seed: 9, error_rate: 1 });
    expect((await first.send('GET', '/api/v1/ext/payment-stops', account)).status).toBeGreaterThanOrEqual(
      500,
    );
    expect((await first.send('GET', '/api/v1/ext/payment-stops', other)).status).toBe(200);
    await first.close();
    const second = await started({ data });
    expect(await chaosOf(second, account).show()).toMatchObject({
      seed: 9,
      calls: 1,
      injected: { error: 1 },
    });
    expect(await chaosOf(second, other).show()).toMatchObject({ active: false });
    await second.send('POST', '/control/reset', account);
    expect(await chaosOf(second, account).show()).toMatchObject({ active: false });
  });
});

describe('webhooks', () => {
  it('come twice under one key, the copy as a delivery of its own', async () => {
    const sim = await started();
    const account = await sim.account();
    const receiver = await startReceiver();
    const trace = new SeenTrace(sim);
    await chaosOf(sim, account).set({ seed: 1, duplicate: 1 });
    const id = await sim.button(account, { webhook_url: receiver.url });
    const [original, copy] = await receiver.received.atLeast(2);
    expect(copy?.headers).toEqual(original?.headers);
    expect(copy?.rawBody).toEqual(original?.rawBody);
    await trace.of(id, 'webhook.delivered', 2);
    const [emitted, again] = (await sim.trace(account, '&type=webhook.emitted')).map(({ data }) => data);
    expect(emitted).toMatchObject({ chaos: ['duplicate'] });
    expect(emitted).not.toHaveProperty('resend_of');
    expect(again).toMatchObject({ chaos: ['duplicate'], resend_of: emitted?.delivery_id });
    expect(again?.delivery_id).not.toBe(emitted?.delivery_id);
    expect(await faults(sim, account)).toEqual(['duplicate 1']);
  });

  it('are held back by the account’s clock, in their order when all are held back alike', async () => {
    const sim = await started();
    const account = await sim.account();
    const receiver = await startReceiver();
    await sim.send('PUT', '/control/clock', { token: account.token, body: { frozen: true } });
    await chaosOf(sim, account).set({ delay_ms: 60_000 });
    const id = await sim.button(account, { webhook_url: receiver.url });
    await outcome(sim, account, id, 1, 'paid');
    await pass(sim, account, 59_999);
    expect(receiver.received.all).toHaveLength(0);
    await pass(sim, account, 1);
    expect(receiver.received.all.map(({ event }) => event)).toEqual([
      'payment_session.created',
      'payment_session.paid',
    ]);
    expect(await chaosOf(sim, account).show()).toMatchObject({ webhooks: 2, injected: { delay: 2 } });
  });

  it('can overtake each other where their delays differ, and a restart forgets no delay', async () => {
    const data = mkdtempSync(join(tmpdir(), 'sim-chaos-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const receiver = await startReceiver();
    const first = await TestSimulator.start({ data });
    const account = await first.account();
    await first.send('PUT', '/control/clock', { token: account.token, body: { frozen: true } });
    await chaosOf(first, account).set({ seed: 5, delay_ms: { min: 1, max: 3_600_000 } });
    for (let turn = 0; turn < 3; turn++) {
      const id = await first.button(account, { webhook_url: receiver.url });
      await outcome(first, account, id, 1, 'paid');
      await outcome(first, account, id, 2, 'accredited');
    }
    const drawn = (await first.trace(account, '&type=chaos.injected')).map(({ data }) => data);
    await first.close();
    const second = await started({ data });
    await pass(second, account, 3_600_000);
    const due = [...drawn].sort((a, b) => Number(a.delay_ms) - Number(b.delay_ms));
    expect(receiver.received.all.map(({ event }) => event)).toEqual(due.map(({ event }) => event));
    expect(receiver.received.all).toHaveLength(9);
  });

  it('are overtaken by the next one of their session, or go when none comes', async () => {
    const sim = await started();
    const account = await sim.account();
    const receiver = await startReceiver();
    const trace = new SeenTrace(sim);
    await chaosOf(sim, account).set({ reorder: 1 });
    const id = await sim.button(account, { webhook_url: receiver.url });
    const other = await sim.button(account, { webhook_url: receiver.url });
    await outcome(sim, account, id, 1, 'paid');
    await outcome(sim, account, id, 2, 'accredited');
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

  it('lose attempts, which the receiver never hears of and the ladder makes good', async () => {
    const sim = await started();
    const account = await sim.account();
    const receiver = await startReceiver();
    const trace = new SeenTrace(sim);
    await chaosOf(sim, account).set({ drop: 1 });
    const id = await sim.button(account, { webhook_url: receiver.url });
    const attempted = await trace.of(id, 'webhook.attempted');
    expect(attempted.data).toMatchObject({
      attempt: 1,
      status: null,
      error: 'dropped by chaos',
      duration_ms: 0,
      chaos: ['drop'],
      via: 'local',
    });
    await chaosOf(sim, account).off();
    await sim.clock.advance(2000);
    await trace.of(id, 'webhook.delivered');
    expect(receiver.received.all).toHaveLength(1);
    expect(await faults(sim, account)).toEqual(['drop 1 1']);
  });

  it('come forged or stale once, and then as they were made', async () => {
    const sim = await started();
    const account = await sim.account();
    const receiver = await startReceiver((_, response) => response.writeHead(401).end());
    const trace = new SeenTrace(sim);
    for (const fault of ['bad_signature', 'stale_timestamp'] as const) {
      await chaosOf(sim, account).set({ [fault]: 1 });
      const id = await sim.button(account, { webhook_url: receiver.url });
      const { data } = await trace.of(id, 'webhook.attempted');
      await chaosOf(sim, account).off();
      await sim.clock.advance(2000);
      await trace.of(id, 'webhook.attempted', 2);
      const [upset, good] = receiver.received.all.filter(({ sessionId }) => sessionId === id);
      const changed = fault === 'bad_signature' ? ['svc-signature'] : ['svc-signature', 'svc-timestamp'];
      expect(Object.keys(data.headers)).toEqual(changed);
      for (const name of changed) {
        expect(upset?.headers[name]).toBe(data.headers[name]);
        expect(upset?.headers[name]).not.toBe(good?.headers[name]);
      }
      expect(upset && keyOf(upset)).toBe(good && keyOf(good));
      expect(upset?.rawBody).toEqual(good?.rawBody);
      if (fault === 'stale_timestamp') {
        const late =
          Date.parse(String(good?.headers['svc-timestamp'])) -
          Date.parse(String(upset?.headers['svc-timestamp']));
        expect(late).toBe(10 * 60_000);
      }
    }
  });

  it('leave probes, resends and what was emitted before alone', async () => {
    const sim = await started();
    const account = await sim.account();
    const receiver = await startReceiver();
    const trace = new SeenTrace(sim);
    const { token } = account;
    const id = await sim.button(account, { webhook_url: receiver.url });
    const { data } = await trace.of(id, 'webhook.delivered');
    await chaosOf(sim, account).set({ drop: 1, duplicate: 1, delay_ms: 60_000 });
    const probe = await sim.send('POST', '/control/probes', {
      token,
      body: { session_id: id, kind: 'duplicate' },
    });
    expect(probe.json.data.passed).toBe(true);
    await sim.send('POST', `/control/deliveries/${data.delivery_id}/resend`, { token });
    await trace.of(id, 'webhook.delivered', 2);
    expect(await chaosOf(sim, account).show()).toMatchObject({ webhooks: 0 });
  });

  it('are numbered where the payment page and alarms emit them, too', async () => {
    const sim = await started();
    const account = await sim.account();
    const receiver = await startReceiver();
    const trace = new SeenTrace(sim);
    await chaosOf(sim, account).set({ seed: 3, duplicate: 0.5 });
    const id = await sim.button(account, { webhook_url: receiver.url });
    expect((await sim.send('POST', `/pay/${id}`, paymentForm())).status).toBe(303);
    await sim.clock.advance(5000);
    await trace.of(id, 'session.accredited');
    expect(await chaosOf(sim, account).show()).toMatchObject({ webhooks: 3 });
  });

  it('number as many at once as there are', async () => {
    const sim = await started();
    const account = await sim.account();
    await chaosOf(sim, account).set({ seed: 3, duplicate: 1 });
    const webhook_url = `${sim.url}/console/hooks/${account.id}/captura`;
    const ids = await Promise.all(Array.from({ length: 20 }, () => sim.button(account, { webhook_url })));
    await Promise.all(ids.map((id) => outcome(sim, account, id, 1, 'paid')));
    const numbers = (await sim.trace(account, '&type=chaos.injected')).map(({ data }) => Number(data.number));
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });
});

describe('API calls', () => {
  it('are answered 500 or 503, and nothing is done', async () => {
    const sim = await started();
    const account = await sim.account();
    await chaosOf(sim, account).set({ seed: 2, error_rate: 1 });
    const statuses = new Set<number>();
    for (let turn = 0; turn < 8; turn++) {
      const answer = await sim.send('POST', '/api/v1/ext/payment-sessions/buttons', {
        token: account.token,
        body: {},
      });
      statuses.add(answer.status);
      expect(answer.headers.get('x-svc-sim')).toBe('chaos');
      expect(answer.headers.get('retry-after')).toBe(answer.status === 503 ? '1' : null);
      expect(answer.json.detail).toContain(`seed 2, call ${turn + 1}`);
    }
    expect(statuses).toEqual(new Set([500, 503]));
    const sessions = await sim.send('GET', '/console/sessions', { token: account.console });
    expect(sessions.json.data).toEqual([]);
    const [injected] = (await sim.trace(account, '&type=chaos.injected')).map(({ data }) => data);
    expect(injected).toMatchObject({
      fault: 'error',
      number: 1,
      operation: 'createButtonSession',
      method: 'POST',
      path: '/api/v1/ext/payment-sessions/buttons',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await sim.send('GET', '/health')).status).toBe(200);
    expect((await sim.send('GET', '/console/settings', { token: account.console })).status).toBe(200);
    expect(await chaosOf(sim, account).show()).toMatchObject({ calls: 8, injected: { error: 8 } });
  });

  it('that failed are done when they come again under their Idempotency-Key, once', async () => {
    const sim = await started();
    const account = await sim.account();
    const { token } = account;
    await chaosOf(sim, account).set({ seed: 1, error_rate: 0.5 });
    const make = () =>
      sim.send('POST', '/api/v1/ext/partners', {
        token,
        body: { name: 'Carrier' },
        headers: { 'idempotency-key': 'k1' },
      });
    const answers = [];
    for (let turn = 0; turn < 12; turn++) answers.push(await make());
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(1);
    expect(made.length).toBeLessThan(12);
    expect(answers[0]?.status).toBeGreaterThanOrEqual(500);
    expect(new Set(made.map(({ json }) => json.data.partner_id)).size).toBe(1);
    expect((await sim.trace(account, '&type=partner.created')).length).toBe(1);
  });

  it('of tills and of terminals fail, too', async () => {
    const sim = await started();
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

  it('are answered late, but done at once', async () => {
    const sim = await started();
    const account = await sim.account();
    const created = happened(sim, 'session.created');
    await chaosOf(sim, account).set({ latency_ms: 30_000 });
    let isAnswered = false;
    const made = sim.button(account).then((id) => {
      isAnswered = true;
      return id;
    });
    await created;
    await sim.clock.advance(29_999);
    expect(isAnswered).toBe(false);
    await sim.clock.advance(1);
    expect(await made).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('are answered when the simulator stops', async () => {
    const sim = await TestSimulator.start();
    const account = await sim.account();
    const created = happened(sim, 'session.created');
    await chaosOf(sim, account).set({ latency_ms: 60_000 });
    const made = sim.button(account);
    await created;
    const closed = sim.close();
    expect(await made).toMatch(/^[0-9a-f-]{36}$/);
    // Which closes connections that nobody uses any more.
    await sim.clock.advance(1000);
    await closed;
  });
});
