import { inAccount } from '@svc-simulator/test-support/account.ts';
import { paymentForm, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('forced outcomes (specification, Simulator forced outcomes)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });

  const force = (id: string, leg: unknown, outcome: unknown, prefix = '/control') =>
    sim.send('POST', `${prefix}/sessions/${id}/outcome`, { token: account.token, body: { leg, outcome } });
  const events = async (id: string) =>
    (await sim.trace(account, `&session_id=${id}`)).map(({ type, data }) =>
      type === 'webhook.emitted' ? `webhook ${data.event}` : type,
    );

  it('forces both legs, and schedules nothing by itself', async () => {
    const id = await sim.button(account);
    const paid = await force(id, 1, 'paid');
    expect(paid.status).toBe(200);
    expect(paid.json.data.status).toBe('paid');
    await sim.clock.advance(60_000);
    expect(await events(id)).not.toContain('webhook payment_session.accredited');
    expect((await force(id, 2, 'accredited', '/__test__')).status).toBe(200);
    expect(await events(id)).toEqual([
      'session.created',
      'webhook payment_session.created',
      'control.outcome',
      'session.paid',
      'webhook payment_session.paid',
      'control.outcome',
      'session.accredited',
      'webhook payment_session.accredited',
    ]);
  });

  it('answers an invalid transition 500 with the reason in message', async () => {
    const id = await sim.button(account);
    expect((await force(id, 2, 'accredited')).json).toMatchObject({
      status: 500,
      message: 'leg 2 requires status paid',
    });
    await force(id, 1, 'paid');
    const again = await force(id, 1, 'paid');
    expect([again.status, again.json.message]).toEqual([500, 'leg 1 invalid from state paid']);
    await force(id, 2, 'accreditation_to_recipient_failed');
    expect((await force(id, 2, 'accredited')).status).toBe(200);
    expect((await force(id, 2, 'accredited')).status).toBe(500);
  });

  it('emits no webhook for failed and expired', async () => {
    for (const outcome of ['failed', 'expired']) {
      const id = await sim.button(account);
      expect((await force(id, 1, outcome)).json.data.status).toBe(outcome);
      expect((await events(id)).filter((name) => name.startsWith('webhook'))).toEqual([
        'webhook payment_session.created',
      ]);
    }
  });

  it('cancels the schedule when leg 2 is forced, so that one notice goes out', async () => {
    const id = await sim.button(account);
    await sim.send('POST', `/pay/${id}`, paymentForm());
    expect((await force(id, 2, 'accredited')).status).toBe(200);
    await sim.clock.advance(60_000);
    expect((await events(id)).filter((name) => name === 'webhook payment_session.accredited')).toHaveLength(
      1,
    );
  });

  it.each([
    [3, 'paid', '/leg'],
    [1, 'won', '/outcome'],
    [1, 'accredited', '/outcome'],
    [2, 'paid', '/outcome'],
    ['1', 'paid', '/leg'],
  ])('refuses leg %j with outcome %j', async (leg, outcome, pointer) => {
    const answer = await force(await sim.button(account), leg, outcome);
    expect(answer.status).toBe(400);
    expect(answer.json.errors[0].pointer).toBe(pointer);
  });

  it('lets one of many simultaneous outcomes win', async () => {
    const id = await sim.button(account);
    const answers = await Promise.all(
      ['paid', 'failed', 'expired', 'paid', 'failed'].map((outcome) => force(id, 1, outcome)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('does not find what is another account’s', async () => {
    const id = await sim.button(await sim.account());
    expect((await force(id, 1, 'paid')).status).toBe(404);
    expect((await force('nonsense', 1, 'paid')).status).toBe(404);
  });
});

describe('reset', () => {
  it('drops what the account made, keeps credentials and event ids, and leaves others alone', async () => {
    await using sim = await TestSimulator.start();
    const [account, other] = [await sim.account(), await sim.account()];
    const [mine, theirs] = [await sim.button(account), await sim.button(other)];
    await sim.send('PUT', '/console/settings', {
      token: account.console,
      body: { webhook_body: 'flat', throttle_per_minute: 100 },
    });
    const before = await sim.trace(account);
    expect((await sim.send('POST', '/__test__/reset', { token: account.token })).status).toBe(200);
    const status = (id: string, who: TestAccount) =>
      sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token: who.token });
    expect((await status(mine, account)).status).toBe(404);
    expect((await status(theirs, other)).status).toBe(200);
    const after = (await sim.send('GET', '/console/trace', { token: account.console })).json.data;
    expect(after[0]).toMatchObject({ type: 'control.reset', id: before.length + 1 });
    expect((await sim.send('GET', '/console/settings', { token: account.console })).json.data).toMatchObject({
      webhook_body: 'both',
      throttle_per_minute: null,
    });
    expect((await sim.send('GET', '/console/progress', { token: account.console })).json.data.completed).toBe(
      0,
    );
    expect((await sim.send('GET', '/console/sessions', { token: account.console })).json.data).toEqual([]);
  });
});
