import type { SimulatorOptions } from '@svc-simulator/simulator/simulator.ts';
import { paymentForm, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { TestStores } from '../../../store/test/postgres/test-stores.ts';

const databases = new TestStores();

const folder = async (): Promise<SimulatorOptions> => {
  const data = scratchFolder();
  return { data };
};
const database = async (): Promise<SimulatorOptions> => ({ database: await databases.database() });

async function started(options: SimulatorOptions): Promise<TestSimulator> {
  const sim = await TestSimulator.start(options);
  onTestFinished(() => sim.close());
  return sim;
}

const statusOf = async (sim: TestSimulator, { token }: TestAccount, id: string) =>
  (await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token })).json.data.status;
const setScript = (sim: TestSimulator, { token }: TestAccount, ...rules: object[]) =>
  sim.send('PUT', '/control/script', { token, body: { rules } });

/** Steps by rule, from the trace. */
async function stepsOf(sim: TestSimulator, account: TestAccount): Promise<(readonly [unknown, unknown])[]> {
  const events = await sim.trace(account, '&type=script.matched');
  return events.map(({ data }) => [data.rule, data.step] as const);
}

describe.each([
  ['a data directory', folder, 1],
  ['PostgreSQL, by two instances', database, 2],
] as const)('a script in %s', (_, place, instances) => {
  it('applies each step to one session, however simultaneous they are', async () => {
    const options = await place();
    const sims = await Promise.all(Array.from({ length: instances }, () => started(options)));
    const [sim = sims[0] as TestSimulator] = sims;
    const account = await sim.account();
    const outcomes = Array.from({ length: 24 }, () => ({ leg1: 'failed' }));
    await setScript(sim, account, { match: { identifier: 'A-*' }, outcomes }, { match: {}, outcomes });
    await Promise.all(
      Array.from({ length: 36 }, (_, turn) => (sims[turn % instances] as TestSimulator).button(account)),
    );
    const steps = await stepsOf(sim, account);
    expect(steps.filter(([rule]) => rule === 0).map(([, step]) => step)).toEqual([...outcomes.keys()]);
    expect(steps.filter(([rule]) => rule === 1)).toHaveLength(12);
  });

  it('completes leg 2 at the time of the payment if the accreditation has no delay', async () => {
    const sim = await started({ ...(await place()), accreditationDelayMs: 0 });
    const account = await sim.account();
    await setScript(sim, account, { match: {}, outcomes: [{ leg1: 'paid', after_ms: 1000 }] });
    const id = await sim.button(account);
    const seen = new SeenTrace(sim);
    await sim.clock.advance(1000);
    await seen.of(id, 'session.accredited');
    const events = await sim.trace(account, `&session_id=${id}`);
    const ends = events.map(({ type }) => type).filter((type) => /^session\.(paid|accredited)$/.test(type));
    expect(ends).toEqual(['session.paid', 'session.accredited']);
  });

  it('applies each step to one payment attempt', async () => {
    const options = await place();
    const sims = await Promise.all(Array.from({ length: instances }, () => started(options)));
    const [sim = sims[0] as TestSimulator] = sims;
    const account = await sim.account();
    const ids = await Promise.all(Array.from({ length: 12 }, () => sim.button(account)));
    const outcomes = [{ leg1: 'failed' }, ...Array.from({ length: 9 }, () => ({ leg1: 'paid' }))];
    await setScript(sim, account, { match: { method: 'mobile_payment' }, outcomes });
    const form = paymentForm({ otp: '111111' });
    await Promise.all(
      ids.map((id, turn) => (sims[turn % instances] as TestSimulator).send('POST', `/pay/${id}`, form)),
    );
    expect((await stepsOf(sim, account)).map(([, step]) => step)).toEqual([...outcomes.keys()]);
    const ends = await Promise.all(ids.map((id) => statusOf(sim, account, id)));
    expect(ends.filter((end) => end === 'paid')).toHaveLength(9);
  });

  it('keeps its applied and remaining outcomes over a restart', async () => {
    const options = await place();
    const first = await TestSimulator.start(options);
    const account = await first.account();
    await setScript(first, account, {
      match: {},
      outcomes: [
        { leg1: 'failed', after_ms: 60_000 },
        { leg1: 'expired', after_ms: 60_000 },
      ],
    });
    const { token } = account;
    await first.send('PUT', '/control/clock', { token, body: { frozen: true } });
    const before = await first.button(account);
    await first.close();
    const second = await started(options);
    const after = await second.button(account);
    const advance = (ms: number) => second.send('POST', '/control/clock/advance', { token, body: { ms } });
    await advance(59_999);
    expect([await statusOf(second, account, before), await statusOf(second, account, after)]).toEqual([
      'pending',
      'pending',
    ]);
    await advance(1);
    expect([await statusOf(second, account, before), await statusOf(second, account, after)]).toEqual([
      'failed',
      'expired',
    ]);
    const { rules } = (await second.send('GET', '/control/script', { token })).json.data;
    expect(rules).toMatchObject([{ matched: 2, next: null }]);
  });
});
