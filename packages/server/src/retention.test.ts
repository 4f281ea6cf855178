import type { SimulatorOptions } from '@svc-simulator/simulator/simulator.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch.ts';
import { until } from '../../../test/support/until.ts';
import { TestStores } from '../../store/test/postgres/test-stores.ts';

const DAY_MS = 86_400_000;
const EXPIRY_MS = 600_000;

const databases = new TestStores();
const stores: readonly (readonly [string, () => Promise<SimulatorOptions>])[] = [
  ['a data directory', async () => ({ data: scratchFolder() })],
  ['PostgreSQL', async () => ({ database: await databases.database() })],
];

async function startSimulator(options: SimulatorOptions, nowMs?: number): Promise<TestSimulator> {
  const sim = await TestSimulator.start(options);
  onTestFinished(() => sim.close());
  if (nowMs !== undefined) await sim.clock.advanceTo(nowMs);
  return sim;
}

async function createExpiredSession(sim: TestSimulator, account: TestAccount): Promise<string> {
  const id = await sim.button(account);
  await sim.clock.advance(EXPIRY_MS);
  await until(async () => (await readStatus(sim, account, id)) === 'expired');
  return id;
}

const readStatus = async (sim: TestSimulator, { token }: TestAccount, id: string) => {
  const answer = await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token });
  return answer.json.data?.status ?? answer.status;
};

describe.each(stores)('the retention in %s', (_, storeOptions) => {
  it('deletes a session with its trace after the configured days, and not before', async () => {
    const sim = await startSimulator({ ...(await storeOptions()), retentionDays: 2 });
    const account = await sim.account();
    const id = await createExpiredSession(sim, account);
    await sim.clock.advance(2 * DAY_MS - 1000);
    expect(await readStatus(sim, account, id)).toBe('expired');
    expect(await sim.trace(account, `&session_id=${id}&type=session.expired`)).toHaveLength(1);
    await sim.clock.advance(2000);
    await until(async () => (await readStatus(sim, account, id)) === 404);
    expect(await sim.trace(account, '&type=session.expired')).toEqual([]);
    const clock = await sim.send('GET', '/control/clock', { token: account.token });
    expect(clock.json.data.retention_days).toBe(2);
  });

  it('keeps existing sessions for longer after a restart with more days', async () => {
    const options = await storeOptions();
    const former = await startSimulator({ ...options, retentionDays: 2 });
    const account = await former.account();
    const id = await createExpiredSession(former, account);
    await former.close();
    const sim = await startSimulator({ ...options, retentionDays: 5 }, former.clock.now());
    await sim.clock.advance(3 * DAY_MS);
    // The session's timer still fires at the former end, which has passed, but must not delete the session.
    const later = await createExpiredSession(sim, account);
    expect(await readStatus(sim, account, id)).toBe('expired');
    expect(await sim.trace(account, `&session_id=${id}&type=session.expired`)).toHaveLength(1);
    await sim.clock.advance(2 * DAY_MS);
    await until(async () => (await readStatus(sim, account, id)) === 404);
    expect(await readStatus(sim, account, later)).toBe('expired');
  });
});
