import { createServer } from 'node:http';
import { paymentForm, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOnFreePort } from '../../../../test/support/listening.ts';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { until } from '../../../../test/support/until.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 1);

async function startSimulator(options: Parameters<typeof TestSimulator.start>[0] = {}) {
  const sim = await TestSimulator.start(options);
  onTestFinished(() => sim.close());
  return sim;
}

function clockOf(sim: TestSimulator, { token }: TestAccount) {
  return {
    show: async () => (await sim.send('GET', '/control/clock', { token })).json.data,
    set: (body: object) => sim.send('PUT', '/control/clock', { token, body }),
    reset: () => sim.send('DELETE', '/control/clock', { token }),
    advance: (ms: unknown) => sim.send('POST', '/control/clock/advance', { token, body: { ms } }),
  };
}

async function statusOf(sim: TestSimulator, { token }: TestAccount, id: string): Promise<string> {
  const answer = await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token });
  return answer.json.data?.status ?? answer.status;
}

/** Returns events with their time in ms since the start of the test. */
async function readTimes(sim: TestSimulator, account: TestAccount, query = ''): Promise<[string, number][]> {
  const events = (await sim.trace(account, query)) as unknown as { type: string; at: string }[];
  return events.map(({ type, at }) => [type, Date.parse(at) - START]);
}

describe('timers of an account’s clock', () => {
  it('runs scheduled events at their own times, in order', async () => {
    const sim = await startSimulator();
    const account = await sim.account();
    const clock = clockOf(sim, account);
    await clock.set({ frozen: true });
    const failing = `${sim.url}/console/hooks/${account.id}/fail`;
    const paidSession = await sim.button(account, { webhook_url: failing });
    const unpaidSession = await sim.button(account);
    await sim.send('POST', `/pay/${paidSession}`, paymentForm());
    await clock.advance(0);
    const before = (await sim.trace(account)).length;
    await clock.advance(DAY_MS);
    const newEvents = (await readTimes(sim, account)).slice(before);
    const times = newEvents.map(([, at]) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const timesOf = (type: string) => newEvents.filter(([name]) => name === type).map(([, ms]) => ms);
    expect(timesOf('session.accredited')).toEqual([5000]);
    expect(timesOf('session.expired')).toEqual([10 * MINUTE_MS]);
    // Attempts 2 and 3 of the created and paid webhooks; attempts 1 to 3 of the accredited webhook.
    expect(timesOf('webhook.attempted')).toEqual([2000, 2000, 5000, 7000, 7000, 7000, 12_000]);
    expect(await statusOf(sim, account, unpaidSession)).toBe('expired');
  });

  it("keeps a session pending while its account's clock is frozen, and expires sessions of other accounts", async () => {
    const sim = await startSimulator();
    const [frozenAccount, other] = [await sim.account(), await sim.account()];
    await clockOf(sim, frozenAccount).set({ frozen: true });
    const [mine, theirs] = [await sim.button(frozenAccount), await sim.button(other)];
    await sim.clock.advance(60 * MINUTE_MS);
    expect([await statusOf(sim, frozenAccount, mine), await statusOf(sim, other, theirs)]).toEqual([
      'pending',
      'expired',
    ]);
    const page = (id: string) => sim.send('GET', `/pay/${id}`);
    expect((await page(mine)).text).toContain('<form');
    await clockOf(sim, frozenAccount).set({ frozen: false });
    await sim.clock.advance(9 * MINUTE_MS);
    expect(await statusOf(sim, frozenAccount, mine)).toBe('pending');
    await sim.clock.advance(MINUTE_MS);
    expect(await statusOf(sim, frozenAccount, mine)).toBe('expired');
  });
});

describe('advancing', () => {
  it('returns 409 if the clock is set or the account is reset in the meantime', async () => {
    const sim = await startSimulator();
    for (const interfere of ['set', 'reset'] as const) {
      const { account, advanceResponse, respond } = await startWaitingAdvance(sim);
      if (interfere === 'set') await clockOf(sim, account).set({ frozen: true });
      else await sim.ask(account, 'POST', '/control/reset');
      respond();
      expect((await advanceResponse).status).toBe(409);
      expect((await clockOf(sim, account).show()).now).toBe('2026-01-01T00:00:00.000Z');
    }
  });

  it('returns 503 at once if the simulator stops', async () => {
    const sim = await TestSimulator.start();
    const { advanceResponse, respond } = await startWaitingAdvance(sim);
    const closing = sim.close();
    expect((await advanceResponse).status).toBe(503);
    respond();
    await closing;
  });

  it('keeps the clock and its scheduled events after a restart', async () => {
    const data = scratchFolder();
    const first = await TestSimulator.start({ data });
    const [account, other] = [await first.account(), await first.account()];
    await clockOf(first, account).set({ now: '2030-01-01T00:00:00Z', frozen: true });
    const session = await first.button(account);
    await first.close();
    const second = await startSimulator({ data });
    expect(await clockOf(second, account).show()).toMatchObject({
      now: '2030-01-01T00:00:00.000Z',
      frozen: true,
    });
    expect(await clockOf(second, other).show()).toMatchObject({ offset_ms: 0 });
    expect(await statusOf(second, account, session)).toBe('pending');
    await clockOf(second, account).advance(10 * MINUTE_MS);
    expect(await statusOf(second, account, session)).toBe('expired');
  });
});

/** Starts an advance by a day, which waits for a webhook until `respond` is called. */
async function startWaitingAdvance(sim: TestSimulator) {
  const account = await sim.account();
  const { url, requestArrival, respond } = await startSilentReceiver();
  await sim.button(account, { webhook_url: url });
  await requestArrival;
  const advanceResponse = clockOf(sim, account).advance(DAY_MS);
  await until(async () => (await sim.trace(account, '&type=control.clock')).length === 1);
  return { account, advanceResponse, respond };
}

/** Starts a receiver that responds only when the test releases it. */
async function startSilentReceiver(): Promise<{
  url: string;
  requestArrival: Promise<void>;
  respond: () => void;
}> {
  let [onRequest, respond] = [() => {}, () => {}];
  const requestArrival = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  const responseSignal = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const server = createServer((request, response) => {
    request.resume();
    onRequest();
    responseSignal.then(() => response.end());
  });
  return { url: `http://127.0.0.1:${await listenOnFreePort(server)}/`, requestArrival, respond };
}
