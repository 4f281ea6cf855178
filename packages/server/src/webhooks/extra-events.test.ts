import { outcome, started } from '@svc-simulator/test-support/chaos-scene.ts';
import type { TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

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
