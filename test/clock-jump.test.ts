import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { call, connectionFlags, openSession, paymentForm, submitPayment } from './support/api.ts';
import { testDatabase } from './support/postgres.ts';
import { root, startSim } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulatorProcess } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

const MINUTE_MS = 60_000;
const preload = `--import=${pathToFileURL(`${root}test/support/shifted-date.js`)}`;

/** Returns the environment in which a program has its own `Date`, and a function that shifts this `Date`. */
function createShiftedMachine() {
  const file = `${scratchFolder()}/shift`;
  const env = { NODE_OPTIONS: preload, SHIFTED_DATE: file };
  const set = (program: { signal(name: NodeJS.Signals): void }, byMs: number) => {
    writeFileSync(file, String(byMs));
    program.signal('SIGUSR2');
  };
  return { env, set };
}

const stores = {
  'in memory': async () => ({}),
  'in PostgreSQL': async () => {
    return { SIM_DATABASE: await testDatabase() };
  },
};

async function startWithShiftableClock(
  store: () => Promise<Record<string, string>>,
  accreditationDelayMs: number,
) {
  const { env, set } = createShiftedMachine();
  const args = ['--accreditation-delay', String(accreditationDelayMs)];
  const simulator = await startSimulatorProcess({ env: { ...env, ...(await store()) }, args });
  const { token } = simulator.account;
  const trace = await followTrace(simulator);
  const open = async (webhook_url: string) => (await openSession(simulator, { webhook_url })).id;
  /** Shifts the simulator's `Date`, and waits until its API returns the new time. */
  const setClock = async (byMs: number) => {
    set(simulator, byMs);
    const clockTime = async () =>
      (await call(simulator.url, 'GET', '/control/clock', { token })).body.data.now;
    while (Math.abs(Date.parse(await clockTime()) - Date.now() - byMs) > MINUTE_MS) await pause(20);
  };
  return { url: simulator.url, trace, open, setClock };
}

describe.each(Object.entries(stores))(
  'a simulator with a store %s on a machine whose clock is changed',
  (_, store) => {
    it('keeps timeouts, retries, accreditations and measured durations right when the clock goes back by an hour', async () => {
      const { url, trace, open, setClock } = await startWithShiftableClock(store, 3000);
      const shop = await startReceiver(({ event }, response) => {
        if (event === 'payment_session.created') response.writeHead(500).end();
        else if (event === 'payment_session.accredited') setTimeout(() => response.end(), 800);
      });
      const began = performance.now();
      const id = await open(shop.url);
      await trace.first(({ type }) => type === 'webhook.attempted');
      expect((await submitPayment(url, id, paymentForm('000000'))).status).toBe(303);
      // The receiver never responds, so its attempt is still running when the clock is set.
      await shop.received.first(({ event }) => event === 'payment_session.paid');
      await setClock(-60 * MINUTE_MS);
      const waitForAttempt = (event: string, attempt: number) =>
        trace.first(
          ({ type, data }) =>
            type === 'webhook.attempted' &&
            data.event === `payment_session.${event}` &&
            data.attempt === attempt,
        );
      expect((await waitForAttempt('created', 2)).data.status).toBe(500);
      expect((await waitForAttempt('accredited', 1)).data).toMatchObject({ status: 200 });
      const late = (await waitForAttempt('paid', 1)).data;
      expect(late).toMatchObject({ status: null, error: 'timeout' });
      expect(performance.now() - began).toBeLessThan(20_000);
      for (const [event, least] of [
        ['accredited', 800],
        ['paid', 4900],
      ] as const) {
        const { duration_ms } = (await waitForAttempt(event, 1)).data;
        expect([event, Number(duration_ms) >= least && Number(duration_ms) < 12_000]).toEqual([event, true]);
      }
      const { uptime_s } = (await call(url, 'GET', '/health')).body.data;
      expect(uptime_s).toBeGreaterThanOrEqual(0);
    });

    it('runs newly due work within seconds, and measures durations right, when the clock goes forward by 21 minutes', async () => {
      const { url, trace, open, setClock } = await startWithShiftableClock(store, 30_000);
      const shop = await startReceiver((_, response) => void setTimeout(() => response.end(), 800));
      const [expiring, paid] = [await open(shop.url), await open(shop.url)];
      expect((await submitPayment(url, paid, paymentForm('000000'))).status).toBe(303);
      await shop.received.atLeast(2);
      await setClock(21 * MINUTE_MS);
      const began = performance.now();
      const waitForEvent = (type: string, id: string) =>
        trace.first((event) => event.type === type && event.session_id === id);
      await waitForEvent('session.expired', expiring);
      await waitForEvent('session.accredited', paid);
      expect(performance.now() - began).toBeLessThan(10_000);
      const durations = (await trace.atLeast(4, ({ type }) => type === 'webhook.attempted')).map(({ data }) =>
        Number(data.duration_ms),
      );
      expect(durations.filter((ms) => ms < 790 || ms > 8000)).toEqual([]);
    });
  },
);

it('reconnects a relay as soon as the machine wakes up', async () => {
  const simulator = await startSimulatorProcess();
  const { env, set } = createShiftedMachine();
  const relay = startSim(['relay', ...connectionFlags(simulator), '--json'], { env });
  const waitForConnections = (count: number) =>
    relay.lines.atLeast(count, (line) => JSON.parse(line).type === 'connected', 'connected');
  await waitForConnections(1);
  const began = performance.now();
  set(relay, 30 * MINUTE_MS);
  await waitForConnections(2);
  expect(performance.now() - began).toBeLessThan(5000);
  const disconnection = relay.lines.all
    .map((line) => JSON.parse(line))
    .find(({ type }) => type === 'disconnected');
  expect(disconnection).toMatchObject({ retry_in_ms: 0 });
  expect((await relay.stop()).code).toBe(0);
});
