import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSimulator } from './index.ts';
import { realTime } from './real-time.ts';

describe('startSimulator', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("listens at once, accepts its account's credentials, and frees the port at the end of the block", async () => {
    let url = '';
    {
      await using sim = await startSimulator();
      url = sim.url;
      const headers = { authorization: `Bearer ${sim.consoleToken}` };
      expect((await fetch(`${url}/console/keys`, { headers })).status).toBe(200);
      const login = await fetch(`${url}/api/v1/merchants/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: sim.merchantEmail, password: sim.password }),
      });
      expect(login.status).toBe(200);
      expect(sim.env).toEqual({
        SIM_URL: url,
        SIM_TOKEN: sim.token,
        SIM_CONSOLE_TOKEN: sim.consoleToken,
        SIM_WEBHOOK_SECRET: sim.webhookSecret,
        SIM_AGREEMENT_ID: sim.agreementId,
        SIM_ACCOUNT_ID: sim.accountId,
        SIM_SHORT_NAME: sim.shortName,
        SIM_PASSWORD: sim.password,
        SIM_MERCHANT_ID: sim.merchantId,
        SIM_MERCHANT_EMAIL: sim.merchantEmail,
        SIM_MERCHANT_PASSWORD: sim.password,
        NO_PROXY: expect.stringMatching(/(^|,)127\.0\.0\.1$/),
        no_proxy: sim.env.NO_PROXY,
      });
    }
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });

  it('starts even if a test has replaced fetch', async () => {
    await using sim = await startSimulator();
    vi.stubGlobal('fetch', () => Promise.reject(new Error('replaced')));
    const session = await sim.session.create();
    expect(await sim.session.pay(session)).toMatchObject({ result: 'paid' });
    expect(await sim.session.status(session)).toMatchObject({ status: 'paid' });
  });

  it('closes twice without an error, and rejects pending waits', async () => {
    const sim = await startSimulator();
    const { id } = await sim.session.create();
    const waiting = sim.webhooks.waitFor('payment_session.paid', { session: id });
    const rejection = expect(waiting).rejects.toThrow('the simulator was closed');
    await sim.close();
    await sim.close();
    await rejection;
    await expect(sim.session.waitFor(id, 'paid')).rejects.toThrow('the simulator was closed');
  });

  it('accepts options for the accreditation delay, the rates and the default timeout of waits', async () => {
    await using sim = await startSimulator({
      accreditationDelayMs: 60_000,
      rates: { USD: '2' },
      timeoutMs: 30,
    });
    const session = await sim.session.create({ amount_reference: 7 });
    await sim.session.pay(session);
    expect(sim.trace({ type: 'session.paid' })).toMatchObject([{ data: { amount_ves: 14 } }]);
    await expect(sim.session.waitFor(session, 'accredited')).rejects.toThrow('waited 30 ms');
  });

  it('rejects waits before the time limit of the test runner', async () => {
    const { performance } = realTime;
    let nowMs = 0;
    Object.assign(realTime, { performance: { now: () => nowMs } });
    const timers = vi.spyOn(realTime, 'setTimeout');
    try {
      await using sim = await startSimulator();
      const { id: session } = await sim.session.create();
      const waitAt = (elapsedMs: number, wait: () => Promise<unknown>) => {
        nowMs = elapsedMs;
        wait().catch(() => {});
        return timers.mock.lastCall?.[1];
      };
      const waitForPaid = () => sim.webhooks.waitFor('payment_session.paid', { session });
      expect(waitAt(100, waitForPaid)).toBe(4000);
      expect(waitAt(1463, waitForPaid)).toBe(2787);
      expect(waitAt(1463, () => sim.session.waitFor(session, 'paid'))).toBe(2787);
      expect(waitAt(1463, () => sim.session.waitFor(session, 'paid', { timeoutMs: 9000 }))).toBe(9000);
      // Even after a slow start, a wait is long enough for the first retry of a webhook.
      expect(waitAt(4400, waitForPaid)).toBe(2500);
      // More than 5 s after the start, the wait belongs to another test, with its own limit.
      expect(waitAt(5001, waitForPaid)).toBe(4000);
    } finally {
      timers.mockRestore();
      Object.assign(realTime, { performance });
    }
  });

  it("closes before the time limit of the test runner, even if a receiver hasn't responded to a webhook", async () => {
    const receiver = createServer().listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    onTestFinished(() => receiver.closeAllConnections());
    const sim = await startSimulator();
    const { port } = receiver.address() as AddressInfo;
    const session = await sim.session.create({ webhook_url: `http://127.0.0.1:${port}/` });
    await Promise.all([once(receiver, 'request'), sim.session.pay(session)]);
    const timers = vi.spyOn(realTime, 'setTimeout');
    await sim.close();
    // The clock's check for jumps, every 500 ms, is set independently of `close`.
    const waitsMs = timers.mock.calls.map(([, ms = 0]) => ms).filter((ms) => ms !== 500);
    expect(Math.max(...waitsMs)).toBe(250);
    timers.mockRestore();
    receiver.close();
  });

  it('resets an account to its initial state with the same agreement', async () => {
    await using sim = await startSimulator();
    const { id } = await sim.session.create();
    await sim.session.pay(id);
    await sim.reset();
    expect(sim.webhooks.all()).toEqual([]);
    expect(sim.trace().map(({ type }) => type)).toEqual(['control.reset']);
    await expect(sim.session.status(id)).rejects.toMatchObject({ status: 404 });
    expect((await sim.session.create()).agreement_id).toBe(sim.agreementId);
  });
});

describe('startSimulator and fake timers', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([['setImmediate'], ['queueMicrotask']] as const)(
    'throws an error that names the fake %s',
    async (name) => {
      vi.useFakeTimers({ toFake: [name] });
      const starting = startSimulator({ lang: 'en' });
      vi.useRealTimers();
      await expect(starting).rejects.toThrow(`or leave these real: ${name}`);
    },
  );

  it('throws for the fake timers of node:test', async () => {
    mock.timers.enable({ apis: ['setImmediate'] });
    const starting = startSimulator({ lang: 'en' });
    mock.timers.reset();
    await expect(starting).rejects.toThrow('or leave these real: setImmediate');
  });

  it('keeps a simulator running if fake timers are installed after its start', async () => {
    await using sim = await startSimulator({ accreditationDelayMs: 20, timeoutMs: 30_000 });
    // setImmediate isn't faked, because Node itself and the simulator's store need it.
    vi.useFakeTimers({
      now: 0,
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    const session = await sim.session.create();
    await sim.session.pay(session);
    const { at } = await sim.session.waitFor(session, 'accredited');
    expect(Date.parse(at)).toBeGreaterThan(Date.UTC(2020));
    await expect(sim.session.waitFor(session, 'expired', { timeoutMs: 10 })).rejects.toThrow('it is paid');
  });
});
