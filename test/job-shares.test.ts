import { webhookHeaders } from '@svc-simulator/contract';
import { expect, it } from 'vitest';
import { type Account, call, openAccount, openSession } from './support/api.ts';
import { testDatabase } from './support/postgres.ts';
import { scratchFolder } from './support/scratch.ts';
import { type SimulatorProcess, type StartOptions, startSimulatorProcess } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';
import { until } from './support/until.ts';

/**
 * `JOB_FLOOD=20000 npx vitest run --config test/vitest.config.ts test/job-shares.test.ts` runs the long form.
 */
const FLOOD = Number(process.env.JOB_FLOOD ?? 4000);
const IS_LONG = FLOOD >= 20_000;
const BATCH = 200;
const LOOKS = 20;
/** In the short form, other tests delay webhooks as well. Behind the flood, a webhook would be 5 s late. */
const MOST_LATE_MS = IS_LONG ? 1000 : 3000;
const HALF_A_YEAR_MS = 182 * 86_400_000;
/**
 * The public URL of both instances, so each delivers to its built-in receivers itself. Through the other's
 * port, a flood would be slow: Node accepts one connection per turn of the event loop.
 */
const PUBLIC_URL = 'http://sim.invalid';

const stores = {
  'in a directory': async () => [await start({ dataDir: scratchFolder() })] as const,
  'on PostgreSQL with two instances': async () => {
    const options = { env: { SIM_DATABASE: await testDatabase() } };
    return [await start(options), await start(options)] as const;
  },
};

it.each(Object.entries(stores))(
  `attempts an account's webhook soon while ${FLOOD} webhooks of another account wait for a slow receiver, %s`,
  async (_, startInstances) => {
    const instances = await startInstances();
    const [{ url }] = instances;
    const [flood, quiet] = [await openAccount(url), await openAccount(url)];
    await floodWebhooks(instances, flood);
    const late = await measureLateness(instances, quiet);
    const p95 = late.toSorted((a, b) => a - b)[Math.floor(LOOKS * 0.95) - 1] ?? 0;
    console.info(`the other account's webhooks after ${late.map(Math.round).join(', ')} ms`);
    expect(p95).toBeLessThan(MOST_LATE_MS);
    await expectEachOnce(url, flood);
    // Timers that become due when the clock is set must not delay other accounts either.
    const now = new Date(Date.now() + HALF_A_YEAR_MS).toISOString();
    const ofClock = { token: flood.token };
    const startMs = performance.now();
    expect((await call(url, 'PUT', '/control/clock', { ...ofClock, body: { now } })).status).toBe(200);
    expect((await call(url, 'DELETE', '/control/clock', ofClock)).status).toBe(200);
    console.info(`its clock was set and reset in ${Math.round(performance.now() - startMs)} ms`);
    await expectReady(instances);
    const after = await measureLateness(instances, quiet);
    console.info(`and then after ${after.map(Math.round).join(', ')} ms`);
    expect(after.toSorted((a, b) => a - b)[Math.floor(LOOKS * 0.95) - 1]).toBeLessThan(MOST_LATE_MS);
  },
  120_000 + 20 * FLOOD,
);

function start({ env, ...options }: StartOptions): Promise<SimulatorProcess> {
  return startSimulatorProcess({ ...options, env: { ...env, SIM_PUBLIC_URL: PUBLIC_URL } });
}

/** Creates sessions whose webhooks get no response in time. */
async function floodWebhooks(instances: readonly SimulatorProcess[], account: Account): Promise<void> {
  const webhook_url = `${PUBLIC_URL}/console/hooks/${account.account_id}/captura?delay_ms=10000`;
  const items = Array.from({ length: BATCH }, () => ({
    amount_reference: 1,
    currency_reference: 'VES',
    identifier: 'x',
    agreement_id: account.agreement_id,
    webhook_url,
  }));
  const path = '/api/v1/ext/payment-sessions/request/batch';
  for (let count = 0; count < FLOOD / BATCH; count++) {
    const { url } = instances[count % instances.length] as SimulatorProcess;
    const answer = await call(url, 'POST', path, { token: account.token, body: { items } });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBeLessThan(300);
  }
}

/**
 * Creates sessions one after the other. For each, returns the milliseconds from the request until the first
 * attempt is in the trace. Expects the instances to stay ready.
 */
async function measureLateness(
  instances: readonly SimulatorProcess[],
  account: Account,
): Promise<readonly number[]> {
  const webhook_url = `${PUBLIC_URL}/console/hooks/${account.account_id}/paid`;
  const trace = await followTrace({ url: instances[0]?.url ?? '', account });
  const late: number[] = [];
  for (let look = 1; look <= LOOKS; look++) {
    const { url } = instances[look % instances.length] as SimulatorProcess;
    const startMs = performance.now();
    const { id } = await openSession({ url, account }, { webhook_url });
    await trace.first(({ type, session_id }) => type === 'webhook.attempted' && session_id === id);
    late.push(performance.now() - startMs);
    await expectReady(instances);
  }
  return late;
}

/**
 * Waits until the receiver has got a webhook for every session. Expects one idempotency key per session,
 * however often the webhook was attempted.
 */
async function expectEachOnce(url: string, { console_token: token }: Account): Promise<void> {
  const keys = new Map<string, Set<string>>();
  let after = 0;
  const readOn = async () => {
    const path = `/console/trace?type=webhook.received&limit=1000&after=${after}`;
    const { body } = await call(url, 'GET', path, { token });
    for (const { id, session_id, data } of body.data) {
      const keysOfSession = keys.get(session_id) ?? new Set();
      keys.set(session_id, keysOfSession.add(data.headers[webhookHeaders.idempotencyKey]));
      after = id;
    }
    return body.data.length > 0;
  };
  while (keys.size < FLOOD) await until(readOn);
  expect([...keys.values()].filter(({ size }) => size !== 1)).toEqual([]);
}

async function expectReady(instances: readonly SimulatorProcess[]): Promise<void> {
  for (const { url } of instances) {
    const { status, body } = await call(url, 'GET', '/ready');
    expect(status, JSON.stringify(body)).toBe(200);
  }
}
