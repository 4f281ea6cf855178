import { expect, it } from 'vitest';
import { startSimulator } from '../index.ts';

it("ends sessions by the rules of a test, and explains the outcome in the session's story", async () => {
  await using sim = await startSimulator({ timeoutMs: 30_000 });
  const set = await sim.script([
    {
      name: 'declined once',
      match: { identifier: 'order-*' },
      outcomes: [{ leg1: 'failed' }, { leg1: 'paid' }],
    },
  ]);
  expect(set.rules).toMatchObject([{ index: 0, matched: 0, next: { step: 0, leg1: 'failed' } }]);
  const [first, second] = [
    await sim.session.create({ identifier: 'order-1' }),
    await sim.session.create({ identifier: 'order-2' }),
  ];
  expect(await sim.session.pay(first)).toMatchObject({ result: 'failed', reason: 'bank_rejected' });
  expect(await sim.session.pay(second, { otp: '111111' })).toMatchObject({ result: 'paid' });
  await sim.webhooks.waitFor('payment_session.accredited', { session: second });
  expect(sim.session.story(first)).toContain(
    'A script rule decides the outcome · declined once · rule 0, outcome 0 · payment failed',
  );
  expect((await sim.script()).rules[0]).toMatchObject({ matched: 2, next: null });
  expect(await sim.script(null)).toEqual({ set_at: null, ready: null, rules: [] });
});

it('ends sessions without a payer, in each account by its own script', async () => {
  await using sim = await startSimulator({ timeoutMs: 30_000 });
  const other = await sim.account();
  await sim.script({ rules: [{ match: {}, outcomes: [{ leg1: 'paid', after_ms: 0 }], afterwards: 'last' }] });
  await other.script({ ready: 'magic_amounts' });
  const paidSession = await sim.session.create();
  const failedSession = await other.session.create({ amount_reference: 8.02 });
  expect(await sim.session.waitFor(paidSession, 'accredited')).toMatchObject({
    data: { source: 'schedule' },
  });
  expect(sim.session.story(paidSession)).toContain('Session paid · by the script');
  expect(await other.session.pay(failedSession)).toMatchObject({ result: 'failed' });
  expect((await other.session.status(failedSession)).status).toBe('failed');
});

it('explains in the error of a wait that the script prevents the event', async () => {
  await using sim = await startSimulator({ timeoutMs: 30_000 });
  await sim.script([{ match: {}, outcomes: [{ leg1: 'paid', leg2: 'none' }] }]);
  const session = await sim.session.create();
  await sim.session.pay(session);
  const waiting = sim.webhooks.waitFor('payment_session.accredited', { session, timeoutMs: 1 });
  await expect(waiting).rejects.toThrow('the script never accredits this payment (leg2: none)');
});
