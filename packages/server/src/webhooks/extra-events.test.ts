import { outcome, pass, started } from '@svc-simulator/test-support/chaos-scene.ts';
import { paymentForm, type TestAccount, type TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';

/** The webhooks of a session so far, by their short names, each with what its body says of the payment. */
async function emitted(sim: TestSimulator, account: TestAccount, id: string) {
  const events = await sim.trace(account, `&type=webhook.emitted&session_id=${id}`);
  return events.map(({ data }) => {
    const { event, session_payment: payment } = JSON.parse(String(data.raw_body));
    return { name: event.replace('payment_session.', ''), payment };
  });
}

async function withExtras(body: object = { extra_events: true }) {
  const sim = await started();
  const account = await sim.account();
  await sim.send('PUT', '/console/settings', { token: account.console, body });
  return { sim, account };
}

it('tells a receiver of a refused payment, with its reason, when the account wants extra events', async () => {
  const { sim, account } = await withExtras();
  const receiver = await startReceiver();
  const id = await sim.button(account, { webhook_url: receiver.url });
  await sim.send('POST', `/pay/${id}`, paymentForm({ otp: '111111' }));
  const webhook = await receiver.received.first(({ event }) => event === 'payment_session.failed');
  const { session_payment: payment, data } = JSON.parse(String(webhook.rawBody));
  expect(payment).toMatchObject({ status: 'failed', reason: 'insufficient_funds' });
  expect(data).toMatchObject({ session_id: id, status: 'failed', session_payment: payment });
});

it('tells of expiries, by the operation and by the clock, and of a request only when it has expired', async () => {
  const { sim, account } = await withExtras();
  const { token } = account;
  const [operated, overdue] = [await sim.button(account), await sim.button(account)];
  await sim.send('POST', `/api/v1/ext/payment-sessions/${operated}/expire`, { token });
  await pass(sim, account, 600_000);
  for (const [id, reason] of [
    [operated, 'operation'],
    [overdue, 'duration'],
  ] as const) {
    expect(await emitted(sim, account, id)).toMatchObject([
      { name: 'created' },
      { name: 'expired', payment: { status: 'expired', reason } },
    ]);
  }
});

it('tells of leg 2 in parts where there are several receivers, and of failed credits', async () => {
  const { sim, account } = await withExtras();
  const { token } = account;
  const made = await sim.send('POST', '/api/v1/ext/partners', { token, body: { name: 'Carrier' } });
  const rules = [{ recipient_id: made.json.data.partner_id, percent: 25 }];
  const id = await sim.button(account, { split: { type: 'percent', rules } });
  await outcome(sim, account, id, 1, 'paid');
  await outcome(sim, account, id, 2, 'accreditation_to_recipient_failed');
  await outcome(sim, account, id, 2, 'accredited');
  expect((await emitted(sim, account, id)).map(({ name }) => name)).toEqual([
    'created',
    'paid',
    'accreditation_to_recipient_failed',
    'failed_credit',
    'partially_accredited',
    'accredited',
  ]);
  const read = await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token });
  expect(Object.keys(read.json.data.session_payment.receiver_credits)).toHaveLength(2);
});

it('tells nobody without the setting', async () => {
  const { sim, account } = await withExtras({});
  const [failed, expired, uncredited] = [
    await sim.button(account),
    await sim.button(account),
    await sim.button(account),
  ];
  await outcome(sim, account, failed, 1, 'failed');
  await outcome(sim, account, expired, 1, 'expired');
  await outcome(sim, account, uncredited, 1, 'paid');
  await outcome(sim, account, uncredited, 2, 'accreditation_to_recipient_failed');
  const names = async (id: string) => (await emitted(sim, account, id)).map(({ name }) => name);
  expect([await names(failed), await names(expired), await names(uncredited)]).toEqual([
    ['created'],
    ['created'],
    ['created', 'paid', 'accreditation_to_recipient_failed'],
  ]);
});
