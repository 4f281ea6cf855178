import type { SimulatorOptions } from '@svc-simulator/simulator/simulator.ts';
import { paymentForm, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { TestStores } from '../../../store/test/postgres/test-stores.ts';

const databases = new TestStores();

const useDirectory = async (): Promise<SimulatorOptions> => {
  const data = scratchFolder();
  return { data };
};
const useDatabase = async (): Promise<SimulatorOptions> => ({ database: await databases.database() });

async function startSimulator(options: SimulatorOptions): Promise<TestSimulator> {
  const sim = await TestSimulator.start(options);
  onTestFinished(() => sim.close());
  return sim;
}

const statusOf = async (sim: TestSimulator, { token }: TestAccount, id: string) =>
  (await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token })).json.data.status;
const setScript = (sim: TestSimulator, { token }: TestAccount, ...rules: object[]) =>
  sim.send('PUT', '/control/script', { token, body: { rules } });

/** Reads the applied steps from the trace, as pairs of rule and step. */
async function stepsOf(sim: TestSimulator, account: TestAccount): Promise<(readonly [unknown, unknown])[]> {
  const events = await sim.trace(account, '&type=script.matched');
  return events.map(({ data }) => [data.rule, data.step] as const);
}

describe.each([
  ['a data directory', useDirectory, 1],
  ['PostgreSQL, by two instances', useDatabase, 2],
] as const)('a script in %s', (_, storeOptions, instances) => {
  it('applies each outcome to one session, even if sessions are created simultaneously', async () => {
    const options = await storeOptions();
    const sims = await Promise.all(Array.from({ length: instances }, () => startSimulator(options)));
    const [sim = sims[0] as TestSimulator] = sims;
    const account = await sim.account();
    const outcomes = Array.from({ length: 24 }, () => ({ leg1: 'failed' }));
    await setScript(sim, account, { match: { identifier: 'A-*' }, outcomes }, { match: {}, outcomes });
    await Promise.all(
      Array.from({ length: 36 }, (_, index) => (sims[index % instances] as TestSimulator).button(account)),
    );
    const steps = await stepsOf(sim, account);
    expect(steps.filter(([rule]) => rule === 0).map(([, step]) => step)).toEqual([...outcomes.keys()]);
    expect(steps.filter(([rule]) => rule === 1)).toHaveLength(12);
  });

  it('completes leg 2 at the time of the payment if the accreditation has no delay', async () => {
    const sim = await startSimulator({ ...(await storeOptions()), accreditationDelayMs: 0 });
    const account = await sim.account();
    await setScript(sim, account, { match: {}, outcomes: [{ leg1: 'paid', after_ms: 1000 }] });
    const id = await sim.button(account);
    const seenTrace = new SeenTrace(sim);
    await sim.clock.advance(1000);
    await seenTrace.of(id, 'session.accredited');
    const events = await sim.trace(account, `&session_id=${id}`);
    const ends = events.map(({ type }) => type).filter((type) => /^session\.(paid|accredited)$/.test(type));
    expect(ends).toEqual(['session.paid', 'session.accredited']);
  });

  it('applies each outcome to one payment attempt, even if attempts are simultaneous', async () => {
    const options = await storeOptions();
    const sims = await Promise.all(Array.from({ length: instances }, () => startSimulator(options)));
    const [sim = sims[0] as TestSimulator] = sims;
    const account = await sim.account();
    const ids = await Promise.all(Array.from({ length: 12 }, () => sim.button(account)));
    const outcomes = [{ leg1: 'failed' }, ...Array.from({ length: 9 }, () => ({ leg1: 'paid' }))];
    await setScript(sim, account, { match: { method: 'mobile_payment' }, outcomes });
    const form = paymentForm({ otp: '111111' });
    await Promise.all(
      ids.map((id, index) => (sims[index % instances] as TestSimulator).send('POST', `/pay/${id}`, form)),
    );
    expect((await stepsOf(sim, account)).map(([, step]) => step)).toEqual([...outcomes.keys()]);
    const ends = await Promise.all(ids.map((id) => statusOf(sim, account, id)));
    expect(ends.filter((end) => end === 'paid')).toHaveLength(9);
  });

  it('keeps its applied and its remaining outcomes across a restart', async () => {
    const options = await storeOptions();
    const firstSimulator = await TestSimulator.start(options);
    const account = await firstSimulator.account();
    await setScript(firstSimulator, account, {
      match: {},
      outcomes: [
        { leg1: 'failed', after_ms: 60_000 },
        { leg1: 'expired', after_ms: 60_000 },
      ],
    });
    const { token } = account;
    await firstSimulator.send('PUT', '/control/clock', { token, body: { frozen: true } });
    const earlierSession = await firstSimulator.button(account);
    await firstSimulator.close();
    const secondSimulator = await startSimulator(options);
    const laterSession = await secondSimulator.button(account);
    const advance = (ms: number) =>
      secondSimulator.send('POST', '/control/clock/advance', { token, body: { ms } });
    await advance(59_999);
    expect([
      await statusOf(secondSimulator, account, earlierSession),
      await statusOf(secondSimulator, account, laterSession),
    ]).toEqual(['pending', 'pending']);
    await advance(1);
    expect([
      await statusOf(secondSimulator, account, earlierSession),
      await statusOf(secondSimulator, account, laterSession),
    ]).toEqual(['failed', 'expired']);
    const { rules } = (await secondSimulator.send('GET', '/control/script', { token })).json.data;
    expect(rules).toMatchObject([{ matched: 2, next: null }]);
  });
});
