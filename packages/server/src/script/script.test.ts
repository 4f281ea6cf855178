import { ScriptScene } from '@svc-simulator/test-support/script-scene.ts';
import { describe, expect, it } from 'vitest';

const EXT = '/api/v1/ext/payment-sessions';

const scene = new ScriptScene();
const { control, set, status, button, pay } = scene;
const eventsOf = async (id: string) =>
  (await scene.sim.trace(scene.account, `&session_id=${id}`)).map(({ type, data }) =>
    type === 'webhook.emitted' ? String(data.event).replace('payment_session.', '→') : type,
  );

describe('a script', () => {
  it('records in the trace which rule matched and which events followed', async () => {
    await set({ name: 'no luck', match: {}, outcomes: [{ leg1: 'failed', user_message: 'Card declined' }] });
    const id = await button();
    await pay(id);
    const events = await scene.sim.trace(scene.account, `&session_id=${id}`);
    expect(events.filter(({ type }) => !type.startsWith('webhook'))).toMatchObject([
      { type: 'session.created' },
      {
        type: 'script.matched',
        data: {
          rule: 0,
          step: 0,
          name: 'no luck',
          on: 'creation',
          leg1: 'failed',
          user_message: 'Card declined',
        },
      },
      { type: 'session.payment_failed', data: { source: 'page', script: '/rules/0/outcomes/0' } },
      { type: 'session.failed', data: { source: 'page', reason: 'bank_rejected' } },
    ]);
    expect((await status(id)).session_payment.user_message).toBe('Card declined');
    expect(await scene.sim.trace(scene.account, '&type=control.script')).toMatchObject([
      { data: { change: 'set', rules: 1, ready: null } },
    ]);
  });

  it('restarts when it is replaced, and leaves outcomes of existing sessions unchanged when it is removed', async () => {
    await set({ match: {}, outcomes: [{ leg1: 'failed' }, { leg1: 'paid' }] });
    const [first, second] = [await button(), await button()];
    const replacement = await control('PUT', { rules: [{ match: {}, outcomes: [{ leg1: 'expired' }] }] });
    expect(replacement.json.data.rules[0].matched).toBe(0);
    const third = await button();
    const removal = await control('DELETE', undefined, '/__test__/script');
    expect([removal.status, removal.json.data]).toEqual([200, { set_at: null, ready: null, rules: [] }]);
    expect((await control('DELETE')).status).toBe(200);
    const fourth = await button();
    for (const id of [first, second, third, fourth]) await pay(id, { otp: '111111' });
    expect(
      (await Promise.all([first, second, third, fourth].map(status))).map((data) => data.status),
    ).toEqual(['failed', 'paid', 'expired', 'failed']);
    expect(await eventsOf(fourth)).not.toContain('script.matched');
  });
});

describe('creation', () => {
  it('assigns outcomes to a batch in order, and none to a refused batch', async () => {
    await set({
      match: { origin: 'request' },
      outcomes: [{ leg1: 'paid' }, { leg1: 'failed' }, { leg1: 'expired' }],
    });
    const item = (identifier: string, amount = 3) => ({
      amount_reference: amount,
      currency_reference: 'USD',
      identifier,
      agreement_id: scene.account.agreement,
      due_date_session: '2035-01-01T00:00:00Z',
    });
    const batch = (...items: object[]) =>
      scene.sim.send('POST', `${EXT}/request/batch`, { token: scene.account.token, body: { items } });
    expect((await batch(item('a'), item('b', -1))).status).toBe(400);
    const { items } = (await batch(item('a'), item('b'), item('c'))).json.data;
    for (const { id } of items) await pay(id);
    const ends = await Promise.all(items.map(async ({ id }: { id: string }) => (await status(id)).status));
    // A request can be paid again after a failed attempt.
    expect(ends).toEqual(['paid', 'pending', 'expired']);
  });
});
